/* Dark quadrangles with a lighter rim: what may be a marker; see finder.py. */

#include "eye.h"

enum { TILE = 4 };

WIDE static void tile_row(const Picture *p, int row, int columns, u8 *restrict low, u8 *restrict high)
{
    int bottom = (row + 1) * TILE < p->height ? (row + 1) * TILE : p->height, whole = p->width / TILE;
    memset(low, 255, (size_t)columns);
    memset(high, 0, (size_t)columns);
    for (int y = row * TILE; y < bottom; y++) {
        const u8 *restrict line = p->at + y * p->stride;
        for (int c = 0; c < whole; c++) {
            u8 a = line[4 * c], b = line[4 * c + 1], d = line[4 * c + 2], e = line[4 * c + 3];
            u8 l1 = a < b ? a : b, l2 = d < e ? d : e, h1 = a > b ? a : b, h2 = d > e ? d : e;
            u8 l = l1 < l2 ? l1 : l2, h = h1 > h2 ? h1 : h2;
            low[c] = low[c] < l ? low[c] : l;
            high[c] = high[c] > h ? high[c] : h;
        }
        for (int x = whole * TILE; x < p->width; x++) {
            if (line[x] < low[x / TILE]) low[x / TILE] = line[x];
            if (line[x] > high[x / TILE]) high[x / TILE] = line[x];
        }
    }
}

WIDE static void darker(const u8 *restrict line, const u8 *restrict limit, int n, u8 *restrict out)
{
    for (int x = 0; x < n; x++) out[x] = line[x] < limit[x];
}

WIDE static void three_rows(const u8 *restrict low, const u8 *restrict high, int columns, int above, int below,
                            u8 *restrict least, u8 *restrict most)
{
    const u8 *restrict la = low + above, *restrict lb = low + below, *restrict ha = high + above, *restrict hb = high + below;
    for (int c = 0; c < columns; c++) {
        u8 l = la[c] < lb[c] ? la[c] : lb[c], h = ha[c] > hb[c] ? ha[c] : hb[c];
        least[c] = low[c] < l ? low[c] : l;
        most[c] = high[c] > h ? high[c] : h;
    }
}

/* One way of looking at grey levels: `levels` by which the middle between light and dark is taken, and the lowest grey
   level that is seen so or higher, `back`. Where nothing is `contrast` darker as `spread` has it, nor by `grey`, nothing is
   dark. */
typedef struct { const u8 *spread, *levels; u8 back[256]; int contrast, grey; } Way;

static Way way_of(const u8 *spread, const u8 *levels, int contrast, int least)
{
    Way way = {spread, levels, {0}, contrast, least};
    for (int level = 0, grey = 0; level < 256; level++) {
        while (grey < 255 && levels[grey] < level) grey++;
        way.back[level] = (u8)grey;
    }
    return way;
}

static void limits(const Way *way, const u8 *least, const u8 *most, int columns, u8 *limit)
{
    for (int c = 0; c < columns; c++) {
        int left = c > 0 ? c - 1 : 0, right = c + 1 < columns ? c + 1 : c, l = least[c], h = most[c];
        if (least[left] < l) l = least[left];
        if (least[right] < l) l = least[right];
        if (most[left] > h) h = most[left];
        if (most[right] > h) h = most[right];
        int enough = way->spread[h] - way->spread[l] >= way->contrast || h - l >= way->grey;
        memset(limit + TILE * c, enough ? way->back[(way->levels[l] + way->levels[h] + 1) / 2] : 0, TILE);
    }
}

typedef struct { int columns, rows; u8 *low, *high, *least, *most, *limit; } Tiles;

/* The darkest and the lightest pixel of each tile, and room for what is made of them; `low` is null without memory. */
static Tiles tiles_of(const Picture *p)
{
    Tiles t = {(p->width + TILE - 1) / TILE, (p->height + TILE - 1) / TILE, 0, 0, 0, 0, 0};
    size_t wide = (size_t)t.columns, size = wide * (size_t)t.rows;
    t.low = malloc(2 * size + (2 + TILE) * wide);
    if (!t.low) return t;
    t.high = t.low + size, t.least = t.high + size, t.most = t.least + wide, t.limit = t.most + wide;
    for (int r = 0; r < t.rows; r++) tile_row(p, r, t.columns, t.low + r * wide, t.high + r * wide);
    return t;
}

/* The contrast within tiles that a quarter of them does not exceed: it is noise. */
static int grain_of(const Tiles *t)
{
    int count[256] = {0}, all = t->columns * t->rows, level = -1;
    for (int i = 0; i < all; i++) count[t->high[i] - t->low[i]]++;
    for (int seen = 0; 4 * seen < all;) seen += count[++level];
    return level;
}

/* 1 where a pixel is darker than the middle between the lightest and the darkest of the 3 x 3 tiles around it, and
   these differ enough; `dark` has a rim of one pixel that stays 0. */
static void find_dark(const Picture *p, const Tiles *t, const Way *way, u8 *dark)
{
    int rim = p->width + 2;
    for (int r = 0; r < t->rows; r++) {
        int above = r > 0 ? -t->columns : 0, below = r + 1 < t->rows ? t->columns : 0;
        ptrdiff_t at = (ptrdiff_t)r * t->columns;
        three_rows(t->low + at, t->high + at, t->columns, above, below, t->least, t->most);
        limits(way, t->least, t->most, t->columns, t->limit);
        for (int y = r * TILE; y < (r + 1) * TILE && y < p->height; y++)
            darker(p->at + y * p->stride, t->limit, p->width, dark + (ptrdiff_t)(y + 1) * rim + 1);
    }
}

/* Follows a dark region's border against the clock from its first pixel (after Suzuki and Abe, "Topological structural
   analysis of digitized binary images", 1985), marking it with 2; the number of border pixels, 0 when there are more
   than `most`. A hole's rim is followed with the clock. */
static int follow(u8 *dark, int rim, int x, int y, Pixel *border, int most)
{
    const int step[8] = {1, rim + 1, rim, rim - 1, -1, -rim - 1, -rim, -rim + 1};
    static const int dx[8] = {1, 1, 0, -1, -1, -1, 0, 1}, dy[8] = {0, 1, 1, 1, 0, -1, -1, -1};
    u8 *start = dark + (ptrdiff_t)y * rim + x, *at = start, *first;
    int way = -1, n = 0;
    for (int k = 0; k < 8 && way < 0; k++)
        if (start[step[(4 + k) & 7]]) way = (4 + k) & 7;
    *start = 2;
    if (way < 0) return 0;
    first = start + step[way];
    for (;;) {
        if (n == most) return 0;
        border[n++] = (Pixel){(int16_t)x, (int16_t)y};
        *at = 2;
        int next = way;
        for (int k = 1; k <= 8; k++)
            if (at[step[(way - k) & 7]]) { next = (way - k) & 7; break; }
        u8 *to = at + step[next];
        if (to == start && at == first) return n;
        at = to, x += dx[next], y += dy[next];
        way = (next + 4) & 7;
    }
}

static void turn_round(Pixel *b, int n)
{
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        Pixel swap = b[i];
        b[i] = b[j], b[j] = swap;
    }
}

/* Positive for a border that runs with the clock. */
static double twice_area(const Pixel *b, int n)
{
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        const Pixel *q = b + (i + 1 < n ? i + 1 : 0);
        sum += (long long)b[i].x * q->y - (long long)b[i].y * q->x;
    }
    return (double)sum;
}

/* The border pixel farthest from the place (x, y) / share; in whole numbers, so that of pixels equally far, as a square
   on its corner has four, the first one is taken here and in outlines.py alike. */
static int farthest(const Pixel *b, int n, long long x, long long y, long long share)
{
    int best = 0;
    long long far = -1;
    for (int i = 0; i < n; i++) {
        long long across = share * b[i].x - x, down = share * b[i].y - y, d = across * across + down * down;
        if (d > far) far = d, best = i;
    }
    return best;
}

/* The border pixels farthest to each side of the line through two of them. */
static void farthest_aside(const Pixel *b, int n, int from, int to, int *left, int *right)
{
    long low = 0, high = 0;
    long ax = b[to].x - b[from].x, ay = b[to].y - b[from].y;
    *left = *right = -1;
    for (int i = 0; i < n; i++) {
        long d = ax * (b[i].y - b[from].y) - ay * (b[i].x - b[from].x);
        if (d < low) low = d, *left = i;
        if (d > high) high = d, *right = i;
    }
}

/* A straight line through border pixels `from` to `to`, the ends left out; 0 when they do not lie on one. */
static int side_line(const Pixel *b, int n, int from, int to, Point *at, Point *way)
{
    int count = (to - from + n) % n, skip = count / 8 + 1, used = 0;
    double sx = 0, sy = 0, xx = 0, xy = 0, yy = 0;
    if (count < 4) return 0;
    for (int k = skip; k <= count - skip; k++, used++) sx += b[(from + k) % n].x, sy += b[(from + k) % n].y;
    if (used < 2) return 0;
    sx /= used, sy /= used;
    for (int k = skip; k <= count - skip; k++) {
        double x = b[(from + k) % n].x - sx, y = b[(from + k) % n].y - sy;
        xx += x * x, xy += x * y, yy += y * y;
    }
    double turn = 0.5 * atan2(2.0 * xy, xx - yy), c = cos(turn), s = sin(turn);
    double off = (s * s * xx - 2.0 * s * c * xy + c * c * yy) / used, most = 0.6 > 0.05 * count ? 0.6 : 0.05 * count;
    if (off > most * most) return 0;
    if (c * (b[to].x - b[from].x) + s * (b[to].y - b[from].y) < 0) c = -c, s = -s;
    *at = (Point){sx + 0.5 * s, sy - 0.5 * c}; /* dark pixels' centres lie half a pixel inside the edge */
    *way = (Point){c, s};
    return 1;
}

/* Four corners of a border that is nearly a quadrangle, clockwise in the picture; 0 when it is none. */
static int fit_quad(const Pixel *b, int n, double smallest, double largest, Point *quad)
{
    double area = twice_area(b, n) / 2.0;
    long long x = 0, y = 0;
    int c[4];
    if (area + n / 2.0 < smallest * smallest * 0.5 || area > largest * largest * 1.5) return 0;
    for (int i = 0; i < n; i++) x += b[i].x, y += b[i].y;
    c[0] = farthest(b, n, x, y, n);
    c[2] = farthest(b, n, b[c[0]].x, b[c[0]].y, 1);
    for (int turn = 0; turn < 2; turn++) {
        farthest_aside(b, n, c[0], c[2], &c[1], &c[3]);
        if (c[1] < 0 || c[3] < 0) return 0;
        farthest_aside(b, n, c[1], c[3], &c[2], &c[0]);
        if (c[0] < 0 || c[2] < 0) return 0;
    }
    int ahead = (c[1] - c[0] + n) % n, across = (c[2] - c[0] + n) % n, back = (c[3] - c[0] + n) % n;
    if (!(0 < ahead && ahead < across && across < back)) return 0;
    Point at[4], way[4];
    for (int i = 0; i < 4; i++)
        if (!side_line(b, n, c[i], c[(i + 1) & 3], at + i, way + i)) return 0;
    for (int i = 0; i < 4; i++) {
        int before = (i + 3) & 3;
        double cross = way[before].x * way[i].y - way[before].y * way[i].x;
        if (fabs(cross) < 0.2) return 0;
        double gx = at[i].x - at[before].x, gy = at[i].y - at[before].y, far = (gx * way[i].y - gy * way[i].x) / cross;
        quad[i] = (Point){at[before].x + way[before].x * far, at[before].y + way[before].y * far};
        if (hypot(quad[i].x - b[c[i]].x, quad[i].y - b[c[i]].y) > 2.0 + 0.04 * n) return 0;
    }
    double whole = 0.0, least = 1e9, most = 0.0;
    for (int i = 0; i < 4; i++) {
        Point a = quad[i], d = quad[(i + 1) & 3];
        double side = hypot(d.x - a.x, d.y - a.y);
        whole += (a.x * d.y - a.y * d.x) / 2.0;
        if (side < least) least = side;
        if (side > most) most = side;
    }
    double filled = area + n / 2.0;
    return least >= smallest * 0.7 && most <= largest * 1.5 && most < 3.0 * least && filled > 0.75 * whole &&
           filled < 1.3 * whole;
}

/* Whether a quad is dark within its border and lighter in the margin outside, at nearly all of 20 places. */
static int has_rim(const Picture *p, const u8 *levels, const Point *quad)
{
    Map m = map_of(quad);
    int lighter = 0;
    for (int side = 0; side < 4; side++)
        for (int i = 0; i < 5; i++) {
            double s = 0.1 + 0.2 * i, in = 0.5 / 6.0, out = -0.45 / 6.0, u, v, w, z;
            if (side == 0) u = s, v = in, w = s, z = out;
            else if (side == 1) u = 1 - in, v = s, w = 1 - out, z = s;
            else if (side == 2) u = s, v = 1 - in, w = s, z = 1 - out;
            else u = in, v = s, w = out, z = s;
            lighter += levels[(int)(sample_at(p, &m, w, z) + 0.5)] > levels[(int)(sample_at(p, &m, u, v) + 0.5)] + 6;
        }
    return lighter >= 15;
}

typedef struct { int rim, longest, most, found; double smallest, largest; double *quads; const u8 *levels; } Search;

/* Takes the border that starts at (x, y) if it is a quadrangle with a rim. */
static void try_border(const Picture *p, Search *s, u8 *dark, int x, int y, Pixel *border)
{
    Point quad[4];
    int n = follow(dark, s->rim, x, y, border, s->longest);
    if (n < 2.0 * s->smallest || s->found >= s->most) return;
    turn_round(border, n);
    if (!fit_quad(border, n, s->smallest, s->largest, quad)) return;
    for (int i = 0; i < 4; i++) quad[i].x -= 1.0, quad[i].y -= 1.0; /* the rim of `dark` */
    if (has_rim(p, s->levels, quad)) memcpy(s->quads + 8 * (ptrdiff_t)s->found++, quad, sizeof quad);
}

/* Goes along a row for dark pixels not yet followed with nothing dark on their left, eight pixels at a time. */
static void search_row(const Picture *p, Search *s, u8 *dark, int y, Pixel *border)
{
    u8 *row = dark + (ptrdiff_t)y * s->rim;
    for (int x = 1; x <= p->width; x += 8) {
        uint64_t eight;
        if (x + 8 <= s->rim) {
            memcpy(&eight, row + x, sizeof eight);
            if (!eight) continue;
        }
        for (int i = x; i < x + 8 && i <= p->width; i++)
            if (row[i] == 1 && !row[i - 1]) try_border(p, s, dark, i, y, border);
    }
}

/* Quadrangles that may be markers, clockwise from any corner, (most, 4, 2) doubles; returns how many. `ways` (1 + many,
   256) are the grey levels by which contrast counts, and those in which dark things are looked for, one after the other. */
PUBLIC int rr_quads(const u8 *grey, int width, int height, ptrdiff_t stride, const u8 *ways, int many, int contrast,
                    double smallest, double largest, double *quads, int most)
{
    Picture p = {grey, width, height, stride};
    Search s = {width + 2, (int)(6.0 * largest) + 16, most, 0, smallest, largest, quads, ways};
    if (width < 8 || height < 8 || width > 32000 || height > 32000) return 0;
    Tiles tiles = tiles_of(&p);
    u8 *dark = calloc((size_t)s.rim * (size_t)(height + 2), 1);
    Pixel *border = malloc((size_t)s.longest * sizeof *border);
    int noise = tiles.low ? 5 * grain_of(&tiles) / 2 : 0;
    for (int k = 1; dark && border && tiles.low && k <= many; k++) {
        Way way = way_of(ways, s.levels = ways + 256 * k, contrast, contrast > noise ? contrast : noise);
        find_dark(&p, &tiles, &way, dark);
        for (int y = 1; y <= height; y++) search_row(&p, &s, dark, y, border);
    }
    free(dark);
    free(border);
    free(tiles.low);
    return s.found;
}
