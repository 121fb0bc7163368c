/* From the picture to the table and back, see sight.py, and blocks of the picture that quads lie in, see blocks.py. */

#include "eye.h"

enum { ROUNDS = 15 };

/* A camera above the table, as sight.py packs it. */
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

/* Which quads (count, 4, 2) have a corner or their middle in a set block of `size` px. */
PUBLIC void rr_touching(const u8 *mask, int rows, int columns, const double *quads, int count, double size, u8 *touch)
{
    for (int n = 0; n < count; n++) {
        const Point *q = (const Point *)quads + 4 * (ptrdiff_t)n;
        Point at[5] = {q[0], q[1], q[2], q[3],
                       {(q[0].x + q[1].x + q[2].x + q[3].x) / 4.0, (q[0].y + q[1].y + q[2].y + q[3].y) / 4.0}};
        touch[n] = 0;
        for (int i = 0; i < 5; i++) {
            int column = (int)clamp(at[i].x / size, 0.0, columns - 1.0), row = (int)clamp(at[i].y / size, 0.0, rows - 1.0);
            touch[n] |= mask[(ptrdiff_t)row * columns + column];
        }
    }
}

/* Clears the blocks of quads (count, 4, 2) and those that they touch half a side further out, in place. */
PUBLIC void rr_clear_around(u8 *mask, int rows, int columns, const double *quads, int count, double size)
{
    for (int n = 0; n < count; n++) {
        const Point *q = (const Point *)quads + 4 * (ptrdiff_t)n;
        double dx = q[0].x - q[2].x, dy = q[0].y - q[2].y, room = 0.5 * sqrt(dx * dx + dy * dy) / 1.4;
        double left = q[0].x, right = q[0].x, top = q[0].y, bottom = q[0].y;
        for (int i = 1; i < 4; i++) {
            if (q[i].x < left) left = q[i].x;
            if (q[i].x > right) right = q[i].x;
            if (q[i].y < top) top = q[i].y;
            if (q[i].y > bottom) bottom = q[i].y;
        }
        int from_x = (int)clamp(floor((left - room) / size), 0.0, columns), from_y = (int)clamp(floor((top - room) / size), 0.0, rows);
        int to_x = (int)clamp(floor((right + room) / size), 0.0, columns - 1.0) + 1;
        int to_y = (int)clamp(floor((bottom + room) / size), 0.0, rows - 1.0) + 1;
        for (int row = from_y; row < to_y && from_x < to_x; row++)
            memset(mask + (ptrdiff_t)row * columns + from_x, 0, (size_t)(to_x - from_x));
    }
}

/* Numbers the regions of set blocks, touching at corners too, in `numbered` (rows, columns), from 1, and gives the box of
   each (left, top, right, bottom); returns how many there are. */
PUBLIC int rr_regions(const u8 *mask, int rows, int columns, int32_t *numbered, int32_t *boxes)
{
    int count = 0, size = rows * columns;
    int32_t *todo = malloc((size_t)size * sizeof *todo);
    memset(numbered, 0, (size_t)size * sizeof *numbered);
    for (int start = 0; todo && start < size; start++) {
        if (!mask[start] || numbered[start]) continue;
        int32_t *box = boxes + 4 * (ptrdiff_t)count, left = 0;
        box[0] = columns, box[1] = rows, box[2] = box[3] = 0;
        numbered[start] = ++count;
        todo[left++] = start;
        while (left) {
            int at = todo[--left], x = at % columns, y = at / columns;
            if (x < box[0]) box[0] = x;
            if (y < box[1]) box[1] = y;
            if (x >= box[2]) box[2] = x + 1;
            if (y >= box[3]) box[3] = y + 1;
            for (int v = y > 0 ? y - 1 : 0; v <= y + 1 && v < rows; v++)
                for (int u = x > 0 ? x - 1 : 0; u <= x + 1 && u < columns; u++)
                    if (mask[v * columns + u] && !numbered[v * columns + u]) {
                        numbered[v * columns + u] = count;
                        todo[left++] = v * columns + u;
                    }
        }
    }
    free(todo);
    return count;
}
