/* The eye's inner loops, compiled. Everything here has a twin in Python beside it (change.py, edges.py, sampling.py,
   finder.py), which is used where no C compiler was at hand; tests hold the two against each other.

   Plain C99 without Python's headers: native.py calls it through ctypes, which lets other threads run meanwhile.
   Pictures are 8-bit grey, rows `stride` bytes apart; pixel centres lie at whole numbers. */

#ifndef RACE_REFEREE_EYE_H
#define RACE_REFEREE_EYE_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define PUBLIC __declspec(dllexport)
#else
#define PUBLIC __attribute__((visibility("default")))
#endif

/* One build that is fast on newer processors and runs on all: glibc picks the version when the library is loaded. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

/* Where a compiler alone makes too little of a loop it is written out for such processors, beside its plain form. */
#if defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>
#define MANY
#define AVX2 __attribute__((target("avx2")))
static inline int takes_many(void) { return __builtin_cpu_supports("avx2"); }
#endif

typedef uint8_t u8;
typedef struct { const u8 *at; int width, height; ptrdiff_t stride; } Picture;
typedef struct { double x, y; } Point;
typedef struct { int16_t x, y; } Pixel;

/* Within bounds; what is no number becomes the lower one. */
static inline double clamp(double v, double low, double high) { return v > low ? v < high ? v : high : low; }

/* Bilinear, at a place that lies within the picture (see `holds`). */
static inline double sample_within(const Picture *p, double x, double y)
{
    int x0 = (int)x, y0 = (int)y;
    double fx = x - x0, fy = y - y0;
    const u8 *a = p->at + y0 * p->stride + x0, *b = a + p->stride;
    double above = a[0] + (a[1] - a[0]) * fx, below = b[0] + (b[1] - b[0]) * fx;
    return above + (below - above) * fy;
}

/* Whether four places, and so all between them, lie where `sample_within` and `sample_many` (which takes four bytes at
   once) may be asked; what is no number does not. */
static inline int holds(const Picture *p, const Point *four)
{
    for (int i = 0; i < 4; i++)
        if (!(four[i].x >= 0.0 && four[i].y >= 0.0 && four[i].x < p->width - 3.5 && four[i].y < p->height - 1.5)) return 0;
    return 1;
}

/* Bilinear, outside the picture the nearest edge. */
static inline double sample(const Picture *p, double x, double y)
{
    x = clamp(x, 0.0, p->width - 1.0);
    y = clamp(y, 0.0, p->height - 1.0);
    int x0 = (int)x, y0 = (int)y;
    if (x0 > p->width - 2) x0 = p->width - 2;
    if (y0 > p->height - 2) y0 = p->height - 2;
    double fx = x - x0, fy = y - y0;
    const u8 *a = p->at + y0 * p->stride + x0, *b = a + p->stride;
    double above = a[0] + (a[1] - a[0]) * fx, below = b[0] + (b[1] - b[0]) * fx;
    return above + (below - above) * fy;
}

typedef struct { double a, b, c, d, e, f, g, h; } Map;

/* The unit square onto a quad; see sampling.homographies. */
static inline Map map_of(const Point *q)
{
    double x1 = q[1].x - q[2].x, y1 = q[1].y - q[2].y, x2 = q[3].x - q[2].x, y2 = q[3].y - q[2].y;
    double sx = q[0].x - q[1].x + q[2].x - q[3].x, sy = q[0].y - q[1].y + q[2].y - q[3].y;
    double below = x1 * y2 - y1 * x2;
    if (fabs(below) < 1e-9) below = 1e-9;
    double g = (sx * y2 - sy * x2) / below, h = (x1 * sy - y1 * sx) / below;
    Map m = {q[1].x - q[0].x + g * q[1].x, q[3].x - q[0].x + h * q[3].x, q[0].x,
             q[1].y - q[0].y + g * q[1].y, q[3].y - q[0].y + h * q[3].y, q[0].y, g, h};
    return m;
}

static inline Point through(const Map *m, double u, double v)
{
    double w = 1.0 / (m->g * u + m->h * v + 1.0);
    return (Point){(m->a * u + m->b * v + m->c) * w, (m->d * u + m->e * v + m->f) * w};
}

static inline double sample_at(const Picture *p, const Map *m, double u, double v)
{
    Point at = through(m, u, v);
    if (!(at.x > -1e6 && at.x < 1e6 && at.y > -1e6 && at.y < 1e6)) return 0.0;
    return sample(p, at.x, at.y);
}

/* Small pictures, see change.c. */
void shrink_row(const u8 *grey, ptrdiff_t stride, int n, uint16_t *room, u8 *out);

/* Many places at once, see sample.c. */
void sample_many(const Picture *p, const float *x, const float *y, int n, float *out);

/* Cells along a quad's side with the margin. */
enum { GRID = 8 };

/* Asked for by edges.c too: cells of quadrangles (cells.c). */
PUBLIC void rr_cells(const u8 *grey, int width, int height, ptrdiff_t stride, const double *quads, int count,
                     const double *points, int group, double blur_px, float *out);

#endif
