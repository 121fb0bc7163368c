/* Brightness of cells, see sampling.py. */

#include "eye.h"

/* px^2, of the smallest markers that are looked for. */
static const double SMALLEST_CELL = 2.25;

/* Each cell less a share of how far its four neighbours are lighter: undoes the blur of a small marker; see sampling.py. */
static void sharpen(const double *cell, const Point *q, double blur_px, float *out)
{
    double area = fabs((q[1].x - q[0].x) * (q[2].y - q[1].y) - (q[1].y - q[0].y) * (q[2].x - q[1].x)) / 36.0;
    double share = 0.5 * blur_px * blur_px / (area > SMALLEST_CELL ? area : SMALLEST_CELL);
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

enum { MOST_POINTS = 1024 };

/* Sends points of the unit square to a quad. */
WIDE static void send(const Map *m, const float *restrict u, const float *restrict v, int n, float *restrict x, float *restrict y)
{
    float a = (float)m->a, b = (float)m->b, c = (float)m->c, d = (float)m->d, e = (float)m->e, f = (float)m->f;
    float g = (float)m->g, h = (float)m->h;
    for (int i = 0; i < n; i++) {
        float w = 1.0f / (g * u[i] + h * v[i] + 1.0f);
        x[i] = (a * u[i] + b * v[i] + c) * w;
        y[i] = (d * u[i] + e * v[i] + f) * w;
    }
}

/* Brightness at `all` points (u, v) of the unit square in a quad. */
static void sample_quad(const Picture *p, const Point *quad, const float *u, const float *v, int all, float *value)
{
    float x[MOST_POINTS], y[MOST_POINTS];
    Map m = map_of(quad);
    if (margin_within(p, &m)) {
        send(&m, u, v, all, x, y);
        sample_many(p, x, y, all, value);
    } else
        for (int i = 0; i < all; i++) value[i] = (float)sample_at(p, &m, u[i], v[i]);
}

/* The same in each of `count` quads, (count, all). */
PUBLIC void rr_points(const u8 *grey, int width, int height, ptrdiff_t stride, const double *quads, int count,
                      const double *points, int all, float *out)
{
    Picture p = {grey, width, height, stride};
    float u[MOST_POINTS], v[MOST_POINTS];
    if (all > MOST_POINTS) return;
    for (int i = 0; i < all; i++) u[i] = (float)points[2 * i], v[i] = (float)points[2 * i + 1];
    for (int n = 0; n < count; n++) sample_quad(&p, (const Point *)quads + 4 * n, u, v, all, out + (ptrdiff_t)n * all);
}

/* Brightness of 8 x 8 cells in each of `count` quads: means at `group` points of the unit square a cell, sharpened. */
PUBLIC void rr_cells(const u8 *grey, int width, int height, ptrdiff_t stride, const double *quads, int count,
                     const double *points, int group, double blur_px, float *out)
{
    Picture p = {grey, width, height, stride};
    float u[MOST_POINTS], v[MOST_POINTS], value[MOST_POINTS];
    int all = GRID * GRID * group;
    if (all > MOST_POINTS) return;
    for (int i = 0; i < all; i++) u[i] = (float)points[2 * i], v[i] = (float)points[2 * i + 1];
    for (int n = 0; n < count; n++, out += GRID * GRID) {
        const Point *quad = (const Point *)quads + 4 * n;
        double cell[GRID * GRID];
        sample_quad(&p, quad, u, v, all, value);
        for (int i = 0; i < GRID * GRID; i++) {
            double sum = 0.0;
            for (int j = 0; j < group; j++) sum += value[i * group + j];
            cell[i] = sum / group;
        }
        sharpen(cell, quad, blur_px, out);
    }
}
