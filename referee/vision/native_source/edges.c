/* Brightness of cells, see sampling.py, and corners on the crossing of edges, see edges.py. */

#include "eye.h"

enum { GRID = 8 };

/* Each cell less a share of how far its four neighbours are lighter: undoes the blur of a small marker; see sampling.py. */
static void sharpen(const double *cell, const Point *q, const double *blur, float *out)
{
    double area = fabs((q[1].x - q[0].x) * (q[2].y - q[1].y) - (q[1].y - q[0].y) * (q[2].x - q[1].x)) / 36.0;
    double share = clamp(0.5 * blur[0] * blur[0] / (area > 1e-9 ? area : 1e-9), blur[1], blur[2]);
    for (int row = 0; row < GRID; row++)
        for (int column = 0; column < GRID; column++) {
            int i = row * GRID + column, up = row ? i - GRID : i, down = row < GRID - 1 ? i + GRID : i;
            int left = column ? i - 1 : i, right = column < GRID - 1 ? i + 1 : i;
            out[i] = (float)(cell[i] - share * (cell[up] + cell[down] + cell[left] + cell[right] - 4.0 * cell[i]));
        }
}

/* Whether a marker's margin too lies within the picture, all of it this side of the horizon. */
static int margin_within(const Picture *p, const Map *m)
{
    static const double low = -0.1, high = 1.1;
    if (fabs(m->g) + fabs(m->h) > 0.8) return 0;
    Point four[4] = {through(m, low, low), through(m, high, low), through(m, high, high), through(m, low, high)};
    return holds(p, four);
}

/* Brightness of 8 x 8 cells in each of `count` quads: means at `group` points of the unit square a cell, sharpened. */
PUBLIC void rr_cells(const u8 *grey, int width, int height, ptrdiff_t stride, const double *quads, int count,
                     const double *points, int group, const double *blur, float *out)
{
    Picture p = {grey, width, height, stride};
    for (int n = 0; n < count; n++, out += GRID * GRID) {
        const Point *quad = (const Point *)quads + 4 * n;
        const double *at = points;
        double cell[GRID * GRID];
        Map m = map_of(quad);
        int within = margin_within(&p, &m);
        for (int i = 0; i < GRID * GRID; i++) {
            double sum = 0.0;
            for (int j = 0; j < group; j++, at += 2) {
                if (within) {
                    Point there = through(&m, at[0], at[1]);
                    sum += sample_within(&p, there.x, there.y);
                } else sum += sample_at(&p, &m, at[0], at[1]);
            }
            cell[i] = sum / group;
        }
        sharpen(cell, quad, blur, out);
    }
}

/* ----------------------------------------------------------------------------------------------------- edges -- */

enum { ALONG = 12, ACROSS = 13 };
static const double MOST_FAINT = 4.0, LEAST_FAINT = 1.5, FAINT_SHARE = 0.04, SHORTEST_REACH = 1.2, LONGEST_REACH = 6.0;

static inline double along_at(int i) { return 0.1 + 0.8 * i / (ALONG - 1); }

/* A line offset = a + b s through (along, place), three times, each time without the samples far off the last one;
   returns the share of samples on it. */
static double fit_line(const double *place, const double *strength, double half, double *offset, double *slope)
{
    static const double tolerance[3] = {0.5, 0.25, 0.0};
    double weight[ALONG], sum = 0.0;
    memcpy(weight, strength, sizeof weight);
    for (int pass = 0; pass < 3; pass++) {
        double s = 0, d = 0, spread = 0, lean = 0;
        sum = 0.0;
        for (int i = 0; i < ALONG; i++) sum += weight[i], s += weight[i] * along_at(i), d += weight[i] * place[i];
        double whole = sum > 1e-9 ? sum : 1e-9;
        s /= whole, d /= whole;
        for (int i = 0; i < ALONG; i++) {
            double ds = along_at(i) - s;
            spread += weight[i] * ds * ds, lean += weight[i] * ds * place[i];
        }
        *slope = spread > 0.05 ? lean / spread : 0.0;
        *offset = d - *slope * s;
        double near = tolerance[pass] * half > 0.35 ? tolerance[pass] * half : 0.35;
        for (int i = 0; tolerance[pass] > 0.0 && i < ALONG; i++)
            weight[i] = fabs(place[i] - *offset - *slope * along_at(i)) < near ? strength[i] : 0.0;
    }
    return sum / ALONG;
}

/* One side of a quad: where its edge runs, as offset and slope outward; returns the share of samples on it. */
static double fit_side(const Picture *p, Point start, Point end, double reach, double *offset, double *slope)
{
    double ax = end.x - start.x, ay = end.y - start.y, length = hypot(ax, ay);
    if (length < 1e-6) length = 1e-6;
    double ox = ay / length, oy = -ax / length, half = clamp(reach * length / 6.0, SHORTEST_REACH, LONGEST_REACH);
    double place[ALONG], strength[ALONG], value[ALONG][ACROSS], contrast = 0.0, step = 2.0 * half / (ACROSS - 1);
    Point four[4] = {{start.x - ox * half, start.y - oy * half}, {start.x + ox * half, start.y + oy * half},
                     {end.x + ox * half, end.y + oy * half}, {end.x - ox * half, end.y - oy * half}};
    int within = holds(p, four);
    for (int i = 0; i < ALONG; i++) {
        double x = start.x + ax * along_at(i), y = start.y + ay * along_at(i), darkest = 255.0, lightest = 0.0;
        for (int j = 0; j < ACROSS; j++) {
            double far = -half + step * j, across = x + ox * far, down = y + oy * far;
            double here = value[i][j] = within ? sample_within(p, across, down) : sample(p, across, down);
            if (here < darkest) darkest = here;
            if (here > lightest) lightest = here;
        }
        contrast += (lightest - darkest) / ALONG;
    }
    double faint = clamp(FAINT_SHARE * contrast, LEAST_FAINT, MOST_FAINT);
    for (int i = 0; i < ALONG; i++) {
        double total = 0.0, sum = 0.0;
        for (int j = 1; j < ACROSS; j++) {
            double rise = value[i][j] - value[i][j - 1] - faint / 2.0;
            if (rise > 0.0) total += rise, sum += rise * (step * (j - 0.5) - half);
        }
        place[i] = sum / (total > 1e-9 ? total : 1e-9);
        strength[i] = total > 4.0 * faint ? 1.0 : 0.0;
    }
    return fit_line(place, strength, half, offset, slope);
}

static void refine_once(const Picture *p, Point *corner, double reach, double *quality)
{
    Point at[4], way[4], met[4];
    double length[4], share[4], least = 1.0, sum = 0.0;
    for (int i = 0; i < 4; i++) {
        Point a = corner[i], b = corner[(i + 1) & 3];
        double offset, slope, dx = b.x - a.x, dy = b.y - a.y;
        share[i] = fit_side(p, a, b, reach, &offset, &slope);
        length[i] = hypot(dx, dy) > 1e-6 ? hypot(dx, dy) : 1e-6;
        double ox = dy / length[i], oy = -dx / length[i];
        at[i] = (Point){a.x + ox * offset, a.y + oy * offset};
        way[i] = (Point){dx + ox * slope, dy + oy * slope};
        sum += share[i];
        if (share[i] < least) least = share[i];
    }
    for (int i = 0; i < 4; i++) {
        int b = (i + 3) & 3;
        double cross = way[b].x * way[i].y - way[b].y * way[i].x, gx = at[i].x - at[b].x, gy = at[i].y - at[b].y;
        if (fabs(cross) < 1e-9) cross = 1e-9;
        double far = (gx * way[i].y - gy * way[i].x) / cross;
        met[i] = (Point){at[b].x + way[b].x * far, at[b].y + way[b].y * far};
        if (!(hypot(met[i].x - corner[i].x, met[i].y - corner[i].y) < 0.35 * length[i])) met[i] = corner[i];
    }
    memcpy(corner, met, sizeof met);
    *quality = (sum / 4.0 + least) / 2.0;
}

/* Corners (count, 4, 2) moved in place onto the crossing of the edges; see edges.refine. */
PUBLIC void rr_refine(const u8 *grey, int width, int height, ptrdiff_t stride, double *quads, int count, int passes,
                      double *quality)
{
    Picture p = {grey, width, height, stride};
    for (int n = 0; n < count; n++) {
        double reach = 0.8;
        quality[n] = 0.0;
        for (int i = 0; i < passes; i++, reach *= 0.5) refine_once(&p, (Point *)quads + 4 * n, reach, quality + n);
    }
}

/* --------------------------------------------------------------------------------------------- which pattern -- */

WIDE static float product(const float *restrict a, const float *restrict b, int n)
{
    float sums[16] = {0}, whole = 0;
    for (int i = 0; i + 16 <= n; i += 16)
        for (int k = 0; k < 16; k++) sums[k] += a[i + k] * b[i + k];
    for (int k = 0; k < 16; k++) whole += sums[k];
    return whole;
}

enum { TOGETHER = 32 };

/* How like a row of 64 cells 32 codes are, of which the first cells come first, then the second ones, and so on. */
WIDE static void products(const float *restrict cell, const float *restrict codes, float *restrict like)
{
    float sums[TOGETHER] = {0};
    for (int i = 0; i < GRID * GRID; i++)
        for (int k = 0; k < TOGETHER; k++) sums[k] += cell[i] * codes[TOGETHER * i + k];
    memcpy(like, sums, sizeof sums);
}

/* The most alike of `many` codes, 32 by 32 as above, to each of `count` rows of 64 cells, and how alike it and the next
   one are. */
PUBLIC void rr_best(const float *rows, int count, const float *codes, int many, int32_t *best, float *first, float *second)
{
    for (int r = 0; r < count; r++, rows += GRID * GRID) {
        first[r] = second[r] = -2.0f;
        best[r] = 0;
        for (int c = 0; c < many; c += TOGETHER) {
            float like[TOGETHER];
            products(rows, codes + (ptrdiff_t)c * GRID * GRID, like);
            for (int k = 0; k < TOGETHER && c + k < many; k++) {
                if (like[k] > first[r]) second[r] = first[r], first[r] = like[k], best[r] = c + k;
                else if (like[k] > second[r]) second[r] = like[k];
            }
        }
    }
}

/* A row of 64 cells with weighted mean 0 and length 1, in place; see patterns._standard. */
static void standardise(float *cell, const float *weights)
{
    float sum = 0, whole = 0, length = 0;
    for (int i = 0; i < GRID * GRID; i++) sum += cell[i] * weights[i], whole += weights[i];
    for (int i = 0; i < GRID * GRID; i++) {
        cell[i] = (cell[i] - sum / whole) * sqrtf(weights[i]);
        length += cell[i] * cell[i];
    }
    length = sqrtf(length) > 1e-3f ? sqrtf(length) : 1e-3f;
    for (int i = 0; i < GRID * GRID; i++) cell[i] /= length;
}

/* Corners moved onto the edges as rr_refine does, cells sampled there, and the best code as rr_best does: everything
   that is asked of a quad, in one call. Quads of less than `enough` quality are not read: their likeness is -2. */
PUBLIC void rr_read(const u8 *grey, int width, int height, ptrdiff_t stride, double *quads, int count, int passes,
                    double enough, const double *points, int group, const double *blur, const float *weights,
                    const float *codes, int many, double *quality, int32_t *best, float *first, float *second)
{
    for (int n = 0; n < count; n++) {
        float cell[GRID * GRID];
        best[n] = 0, first[n] = second[n] = -2.0f;
        rr_refine(grey, width, height, stride, quads + 8 * (ptrdiff_t)n, 1, passes, quality + n);
        if (!(quality[n] >= enough)) continue;
        rr_cells(grey, width, height, stride, quads + 8 * (ptrdiff_t)n, 1, points, group, blur, cell);
        standardise(cell, weights);
        rr_best(cell, 1, codes, many, best + n, first + n, second + n);
    }
}

/* How like the code in row `which[n]` of `codes` the cells in each quad are, (count,); see known.py. */
PUBLIC void rr_like(const u8 *grey, int width, int height, ptrdiff_t stride, const double *quads, int count,
                    const double *points, int group, const double *blur, const float *weights, const float *codes,
                    const int32_t *which, float *like)
{
    for (int n = 0; n < count; n++) {
        float cell[GRID * GRID];
        rr_cells(grey, width, height, stride, quads + 8 * (ptrdiff_t)n, 1, points, group, blur, cell);
        standardise(cell, weights);
        like[n] = product(cell, codes + (ptrdiff_t)which[n] * GRID * GRID, GRID * GRID);
    }
}
