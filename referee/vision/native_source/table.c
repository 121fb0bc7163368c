/* From the picture to the table and back, see place.py. */

#include "eye.h"

enum { ROUNDS = 15 };

/* A camera above the table, as place.py packs it. */
typedef struct { double fx, fy, cx, cy, k1, k2, p1, p2, k3, turn[9], at[3]; } Sight;

static Point bend(const Sight *s, Point p)
{
    double r2 = p.x * p.x + p.y * p.y, radial = 1.0 + r2 * (s->k1 + r2 * (s->k2 + r2 * s->k3)), cross = p.x * p.y;
    return (Point){p.x * radial + 2.0 * s->p1 * cross + s->p2 * (r2 + 2.0 * p.x * p.x),
                   p.y * radial + s->p1 * (r2 + 2.0 * p.y * p.y) + 2.0 * s->p2 * cross};
}

/* The inverse of bend, by rounds that stop when nothing moves any more; see calibration/lens.py. */
static Point unbend(const Sight *s, Point bent)
{
    Point p = bent;
    double far_x = fabs(bent.x) + 1.0, far_y = fabs(bent.y) + 1.0;
    if (s->k1 == 0.0 && s->k2 == 0.0 && s->p1 == 0.0 && s->p2 == 0.0 && s->k3 == 0.0) return bent;
    for (int round = 0; round < ROUNDS; round++) {
        Point there = bend(s, p);
        double dx = bent.x - there.x, dy = bent.y - there.y;
        p.x = clamp(p.x + dx, -far_x, far_x);
        p.y = clamp(p.y + dy, -far_y, far_y);
        if (fabs(dx) < 1e-10 && fabs(dy) < 1e-10) break;
    }
    return p;
}

/* Table points (count, 2) that the picture shows at (count, 2) px, each at its own height; nan over the horizon. */
PUBLIC void rr_to_table(const double *sight, const double *px, const double *height_mm, int count, double *table_mm)
{
    const Sight *s = (const Sight *)sight;
    const double *r = s->turn;
    for (int n = 0; n < count; n++, px += 2, table_mm += 2) {
        Point ray = unbend(s, (Point){(px[0] - s->cx) / s->fx, (px[1] - s->cy) / s->fy});
        double falls = ray.x * r[2] + ray.y * r[5] + r[8];
        double reach = falls < -1e-9 ? (height_mm[n] - s->at[2]) / falls : NAN;
        table_mm[0] = s->at[0] + (ray.x * r[0] + ray.y * r[3] + r[6]) * reach;
        table_mm[1] = s->at[1] + (ray.x * r[1] + ray.y * r[4] + r[7]) * reach;
    }
}

/* Picture points (count, 2) px of table points (count, 3) mm; nan for those behind the camera. */
PUBLIC void rr_to_picture(const double *sight, const double *table_mm, int count, double *px)
{
    const Sight *s = (const Sight *)sight;
    const double *r = s->turn;
    for (int n = 0; n < count; n++, table_mm += 3, px += 2) {
        double x = table_mm[0] - s->at[0], y = table_mm[1] - s->at[1], z = table_mm[2] - s->at[2];
        double depth = x * r[6] + y * r[7] + z * r[8];
        if (!(depth > 1e-6)) depth = NAN;
        Point seen = bend(s, (Point){(x * r[0] + y * r[1] + z * r[2]) / depth, (x * r[3] + y * r[4] + z * r[5]) / depth});
        px[0] = seen.x * s->fx + s->cx;
        px[1] = seen.y * s->fy + s->cy;
    }
}
