/* What may be markers in some parts of a picture, proposed and read in one go; see finder.py. */

#include "eye.h"

static double side_of(const Point *q)
{
    double ax = q[0].x - q[2].x, ay = q[0].y - q[2].y, bx = q[1].x - q[3].x, by = q[1].y - q[3].y;
    return (sqrt(ax * ax + ay * ay) + sqrt(bx * bx + by * by)) / sqrt(8.0);
}

/* Whether a quad lies where one of those that were seen already does, and is as large; see finder._just_there. */
static int just_there(const Point *q, const double *seen, int known, double share)
{
    double x = q[0].x + q[1].x + q[2].x + q[3].x, y = q[0].y + q[1].y + q[2].y + q[3].y, side = side_of(q);
    for (int k = 0; k < known; k++) {
        const Point *s = (const Point *)seen + 4 * (ptrdiff_t)k;
        double dx = fabs(x - s[0].x - s[1].x - s[2].x - s[3].x), dy = fabs(y - s[0].y - s[1].y - s[2].y - s[3].y);
        double own = side_of(s);
        if ((dx > dy ? dx : dy) / 4.0 < share * own && fabs(side - own) < 2.0 * share * own) return 1;
    }
    return 0;
}

/* Whether a quad turns the same way at each corner, is no needle and has no side this short; see shapes.convex. */
static int is_convex(const Point *q, double shortest, double stretched)
{
    double least = INFINITY, most = 0.0;
    for (int i = 0; i < 4; i++) {
        Point a = q[i], b = q[(i + 1) & 3], c = q[(i + 2) & 3];
        double square = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
        if (!((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0)) return 0;
        if (square < least) least = square;
        if (square > most) most = square;
    }
    return most < stretched * stretched * least && least > shortest * shortest;
}

typedef struct { double smallest, shortest, stretched, same, enough, like; int32_t contrast, passes, halved, ways; } Wanted;
typedef struct { const double *points, *blur; const float *weights, *codes; int32_t group, many; } Patterns;
typedef struct { double *corners, *quality; int32_t *best; float *first, *second; int32_t most, found; } Answers;

/* Reads a proposed quad and keeps it if it is like a pattern. */
static void keep(const Picture *p, const Wanted *w, const Patterns *c, const double *quad, Answers *a)
{
    ptrdiff_t n = a->found;
    if (n >= a->most) return;
    memcpy(a->corners + 8 * n, quad, 8 * sizeof *quad);
    rr_read(p->at, p->width, p->height, p->stride, a->corners + 8 * n, 1, w->passes, w->enough, c->points, c->group, c->blur,
            c->weights, c->codes, c->many, a->quality + n, a->best + n, a->first + n, a->second + n);
    if (a->first[n] >= w->like && is_convex((const Point *)(a->corners + 8 * n), w->shortest, w->stretched)) a->found++;
}

/* A picture of half the size, as OpenCV's INTER_AREA makes it. */
static Picture half_of(const Picture *p, u8 *room)
{
    Picture half = {room, p->width / 2, p->height / 2, p->width / 2};
    for (int y = 0; y < half.height; y++) {
        const u8 *a = p->at + 2 * y * p->stride, *b = a + p->stride;
        for (int x = 0; x < half.width; x++) *room++ = (u8)((a[2 * x] + a[2 * x + 1] + b[2 * x] + b[2 * x + 1] + 2) >> 2);
    }
    return half;
}

/* Proposes the quads of a part of a picture at (left, top), seen `shrunk` times as small, and keeps what can be read. */
static void search(const Picture *whole, const Picture *part, int left, int top, int shrunk, const u8 *ways, const double *seen,
                   int known, const Wanted *w, const Patterns *c, double *quads, int most, Answers *a)
{
    double largest = 0.9 * (part->width < part->height ? part->width : part->height), aside = (shrunk - 1) / 2.0;
    int n = rr_quads(part->at, part->width, part->height, part->stride, ways, w->ways, w->contrast, w->smallest, largest,
                     quads, most);
    for (double *q = quads; q < quads + 8 * (ptrdiff_t)n; q += 8) {
        for (int i = 0; i < 8; i += 2) q[i] = q[i] * shrunk + aside + left, q[i + 1] = q[i + 1] * shrunk + aside + top;
        if (!just_there((const Point *)q, seen, known, w->same)) keep(whole, w, c, q, a);
    }
}

/* Searches boxes (count, 4) of a picture, left, top, right, bottom, in the `ways` of rr_quads. Quads that are among the `known` ones seen (known, 4, 2) are left out. Returns how many were found. */
PUBLIC int rr_find(const u8 *grey, int width, int height, ptrdiff_t stride, const int32_t *boxes, int count, const u8 *ways,
                   const double *seen, int known, const Wanted *wanted, const Patterns *patterns, int most, Answers *answers)
{
    Picture whole = {grey, width, height, stride};
    double *quads = malloc((size_t)most * 8 * sizeof *quads);
    u8 *room = malloc((size_t)width * (size_t)height);
    for (const int32_t *b = boxes; quads && room && b < boxes + 4 * (ptrdiff_t)count; b += 4) {
        Picture part = {grey + b[1] * stride + b[0], b[2] - b[0], b[3] - b[1], stride};
        int least = part.width < part.height ? part.width : part.height, halved = wanted->halved && least >= 4 * wanted->smallest;
        if (least < wanted->smallest) continue;
        Picture seen_so = halved ? half_of(&part, room) : part;
        search(&whole, &seen_so, b[0], b[1], halved ? 2 : 1, ways, seen, known, wanted, patterns, quads, most, answers);
    }
    free(quads);
    free(room);
    return answers->found;
}
