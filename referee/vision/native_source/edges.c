/* Corners on the crossing of edges, see edges.py, and which pattern a quad shows, see reading.py. */

#include "eye.h"

enum { ALONG = 12, ACROSS = 13 };
static const double MOST_FAINT = 4.0, LEAST_FAINT = 1.5, FAINT_SHARE = 0.04, SHORTEST_REACH = 1.2, LONGEST_REACH = 6.0;

/* 0.1 + 0.8 i / (ALONG - 1) */
static const double along_at[ALONG] = {
    0.1, 0.1 + 0.8 / 11, 0.1 + 1.6 / 11, 0.1 + 2.4 / 11, 0.1 + 3.2 / 11, 0.1 + 4.0 / 11,
    0.1 + 4.8 / 11, 0.1 + 5.6 / 11, 0.1 + 6.4 / 11, 0.1 + 7.2 / 11, 0.1 + 8.0 / 11, 0.9};

/* The sum of twelve numbers. */
static inline double sum_of(const double *v)
{
    return ((v[0] + v[4] + v[8]) + (v[1] + v[5] + v[9])) + ((v[2] + v[6] + v[10]) + (v[3] + v[7] + v[11]));
}

/* A line offset = a + b s through (along, place), three times, each time without the samples far off the last one;
   returns the share of samples on it. */
WIDE static double fit_line(const double *place, const double *strength, double half, double *offset, double *slope)
{
    static const double tolerance[3] = {0.5, 0.25, 0.0};
    double weight[ALONG], at[ALONG], off[ALONG], sum = 0.0;
    memcpy(weight, strength, sizeof weight);
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < ALONG; i++) at[i] = weight[i] * along_at[i], off[i] = weight[i] * place[i];
        sum = sum_of(weight);
        double whole = sum > 1e-9 ? sum : 1e-9, s = sum_of(at) / whole, d = sum_of(off) / whole;
        for (int i = 0; i < ALONG; i++) {
            double ds = along_at[i] - s, heavy = weight[i] * ds;
            at[i] = heavy * ds, off[i] = heavy * place[i];
        }
        double spread = sum_of(at);
        *slope = spread > 0.05 ? sum_of(off) / spread : 0.0;
        *offset = d - *slope * s;
        double near = tolerance[pass] * half > 0.35 ? tolerance[pass] * half : 0.35;
        for (int i = 0; tolerance[pass] > 0.0 && i < ALONG; i++)
            weight[i] = fabs(place[i] - *offset - *slope * along_at[i]) < near ? strength[i] : 0.0;
    }
    return sum / ALONG;
}

/* How much darker the darkest of the samples along each of the lines is than the lightest, on average. */
WIDE static float contrast_of(const float *restrict value)
{
    float low[ALONG], high[ALONG], sum = 0.0f;
    memcpy(low, value, sizeof low);
    memcpy(high, value, sizeof high);
    for (int j = 1; j < ACROSS; j++)
        for (int i = 0; i < ALONG; i++) {
            low[i] = value[j * ALONG + i] < low[i] ? value[j * ALONG + i] : low[i];
            high[i] = value[j * ALONG + i] > high[i] ? value[j * ALONG + i] : high[i];
        }
    for (int i = 0; i < ALONG; i++) sum += high[i] - low[i];
    return sum / ALONG;
}

/* Where each of the lines gets lighter, in steps from the first sample, and by how much in all. */
WIDE static void rises(const float *restrict value, float faint, float *restrict where, float *restrict total)
{
    for (int i = 0; i < ALONG; i++) where[i] = total[i] = 0.0f;
    for (int j = 1; j < ACROSS; j++)
        for (int i = 0; i < ALONG; i++) {
            float rise = value[j * ALONG + i] - value[(j - 1) * ALONG + i] - faint / 2.0f;
            rise = rise > 0.0f ? rise : 0.0f;
            total[i] += rise;
            where[i] += rise * (j - 0.5f);
        }
}

/* One coordinate of the places that are sampled: along a side, and across it step by step. */
WIDE static void lay(float from, float along, float step, float *restrict out)
{
    for (int j = 0; j < ACROSS; j++)
        for (int i = 0; i < ALONG; i++) out[j * ALONG + i] = from + step * j + along * (float)along_at[i];
}

/* One side of a quad: where its edge runs, as offset and slope outward; returns the share of samples on it. */
static double fit_side(const Picture *p, Point start, Point end, double reach, double *offset, double *slope)
{
    double ax = end.x - start.x, ay = end.y - start.y, length = sqrt(ax * ax + ay * ay);
    if (length < 1e-6) length = 1e-6;
    double ox = ay / length, oy = -ax / length, half = clamp(reach * length / 6.0, SHORTEST_REACH, LONGEST_REACH);
    double place[ALONG], strength[ALONG], step = 2.0 * half / (ACROSS - 1);
    float x[ACROSS * ALONG], y[ACROSS * ALONG], value[ACROSS * ALONG], where[ALONG], total[ALONG];
    Point four[4] = {{start.x - ox * half, start.y - oy * half}, {start.x + ox * half, start.y + oy * half},
                     {end.x + ox * half, end.y + oy * half}, {end.x - ox * half, end.y - oy * half}};
    lay((float)(start.x - ox * half), (float)ax, (float)(ox * step), x);
    lay((float)(start.y - oy * half), (float)ay, (float)(oy * step), y);
    if (holds(p, four)) sample_many(p, x, y, ACROSS * ALONG, value);
    else
        for (int i = 0; i < ACROSS * ALONG; i++) value[i] = (float)sample(p, x[i], y[i]);
    double faint = clamp(FAINT_SHARE * contrast_of(value), LEAST_FAINT, MOST_FAINT);
    rises(value, (float)faint, where, total);
    for (int i = 0; i < ALONG; i++) {
        place[i] = total[i] > 1e-9f ? where[i] / total[i] * step - half : 0.0;
        strength[i] = total[i] > 4.0 * faint ? 1.0 : 0.0;
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
        length[i] = sqrt(dx * dx + dy * dy);
        if (!(length[i] > 1e-6)) length[i] = 1e-6;
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
        double mx = met[i].x - corner[i].x, my = met[i].y - corner[i].y, far_off = 0.35 * length[i];
        if (!(mx * mx + my * my < far_off * far_off)) met[i] = corner[i];
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
                    double enough, const double *points, int group, double blur_px, const float *weights,
                    const float *codes, int many, double *quality, int32_t *best, float *first, float *second)
{
    for (int n = 0; n < count; n++) {
        float cell[GRID * GRID];
        best[n] = 0, first[n] = second[n] = -2.0f;
        rr_refine(grey, width, height, stride, quads + 8 * (ptrdiff_t)n, 1, passes, quality + n);
        if (!(quality[n] >= enough)) continue;
        rr_cells(grey, width, height, stride, quads + 8 * (ptrdiff_t)n, 1, points, group, blur_px, cell);
        standardise(cell, weights);
        rr_best(cell, 1, codes, many, best + n, first + n, second + n);
    }
}

/* How like the code in row `which[n]` of `codes` the cells in each quad are, (count,); see reading.py. */
PUBLIC void rr_like(const u8 *grey, int width, int height, ptrdiff_t stride, const double *quads, int count,
                    const double *points, int group, double blur_px, const float *weights, const float *codes,
                    const int32_t *which, float *like)
{
    for (int n = 0; n < count; n++) {
        float cell[GRID * GRID];
        rr_cells(grey, width, height, stride, quads + 8 * (ptrdiff_t)n, 1, points, group, blur_px, cell);
        standardise(cell, weights);
        like[n] = product(cell, codes + (ptrdiff_t)which[n] * GRID * GRID, GRID * GRID);
    }
}
