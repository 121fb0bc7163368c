/* How like a printed dot a place looks, see dots.py. */

#include "eye.h"

enum { MOST_PLACES = 512, MOST_ANGLES = 64 };

/* The least contrast of inside and outside in any direction, as a share of the light outside. */
static double contrast_all_round(const double *value, int inside, int outside, int angles)
{
    double contrast[MOST_ANGLES], least = INFINITY;
    for (int a = 0; a < angles; a++) {
        double inner = 0, outer = 0;
        for (int r = 0; r < inside; r++) inner += value[r * angles + a];
        for (int r = inside; r < inside + outside; r++) outer += value[r * angles + a];
        inner /= inside, outer /= outside;
        contrast[a] = (outer - inner) / (outer > 1.0 ? outer : 1.0);
    }
    for (int a = 0; a < angles; a++) {
        double both = (contrast[a] + contrast[a ? a - 1 : angles - 1]) / 2.0;
        if (both < least) least = both;
    }
    return least;
}

/* 1 for a dot, about 0 for anything else, nan for a place that is partly out of the picture. */
static double like_a_dot(const Picture *p, const float *px, const int *rings, const double *bounds)
{
    int inside = rings[0] * rings[2], all = (rings[0] + rings[1]) * rings[2];
    double value[MOST_PLACES], inner = 0, outer = 0, squares = 0;
    for (int i = 0; i < all; i++) {
        float x = px[2 * i], y = px[2 * i + 1];
        if (!(x >= 0 && y >= 0 && x <= p->width - 1 && y <= p->height - 1)) return NAN;
        value[i] = sample(p, x, y);
        if (i < inside) inner += value[i];
        else outer += value[i];
    }
    double middle = (inner + outer) / all, away = (outer - middle * (all - inside)) - (inner - middle * inside);
    for (int i = 0; i < all; i++) squares += (value[i] - middle) * (value[i] - middle);
    double spread = sqrt(squares / all), like = away / all / (spread > 1.0 ? spread : 1.0);
    inner /= inside, outer /= all - inside;
    if (!(outer - inner >= bounds[0] * (outer > 1.0 ? outer : 1.0)) && like > 0.0) like = 0.0;
    if (like > bounds[1] && like < bounds[2] && contrast_all_round(value, rings[0], rings[1], rings[2]) >= bounds[3])
        like = bounds[2];
    return like;
}

/* Places (count, rings x angles, 2) in the picture, ring by ring from the inside; `rings` are those inside, those
   outside, and the angles; `bounds` faint, covered, bare, all round. */
PUBLIC void rr_dots(const u8 *grey, int width, int height, ptrdiff_t stride, const float *px, int count, const int *rings,
                    const double *bounds, double *like)
{
    Picture p = {grey, width, height, stride};
    int all = (rings[0] + rings[1]) * rings[2];
    for (int n = 0; n < count; n++)
        like[n] = all <= MOST_PLACES && rings[2] <= MOST_ANGLES ? like_a_dot(&p, px + 2 * (ptrdiff_t)n * all, rings, bounds) : NAN;
}
