/* Where pieces lie, by a rigid fit of each one's markers; see place.py. */

#include "eye.h"

enum { MOST_MARKERS = 64 };

typedef struct { double wrong_size, wrong_side, uneven, off_mm; } Limits;
typedef struct { double x, y, angle_deg, error_mm, markers, confidence; } Pose;

static void sides_of(const Point *q, double *side)
{
    for (int i = 0; i < 4; i++) {
        Point a = q[i], b = q[(i + 3) & 3];
        side[i] = sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
    }
}

/* Whether a marker has about the size and the shape it was printed with, and on a still piece even sides too; what is
   no number is not right either. */
static int is_right(const Point *seen, const Point *printed, int fixed, const Limits *l)
{
    double found[4], wanted[4], all = 0.0, whole = 0.0, middle = 0.0;
    sides_of(seen, found);
    sides_of(printed, wanted);
    for (int i = 0; i < 4; i++) all += found[i], whole += wanted[i], middle += found[i] / wanted[i] / 4.0;
    int right = fabs(all / whole - 1.0) <= l->wrong_size;
    for (int i = 0; i < 4; i++) {
        double share = found[i] / wanted[i];
        right = right && fabs(share - 1.0) <= l->wrong_side && (!fixed || fabs(share / middle - 1.0) <= l->uneven);
    }
    return right;
}

/* The turn and shift that lay the good ones of the printed markers onto those seen, and how far each of them is off. */
static Pose fit(const Point *printed, const Point *seen, const int *good, int count, double *off)
{
    double ax = 0, ay = 0, bx = 0, by = 0, c = 0, s = 0, errors[4 * MOST_MARKERS];
    for (int k = 0; k < 4 * count; k++) {
        int i = 4 * good[k / 4] + k % 4;
        ax += printed[i].x, ay += printed[i].y, bx += seen[i].x, by += seen[i].y;
    }
    ax /= 4 * count, ay /= 4 * count, bx /= 4 * count, by /= 4 * count;
    for (int k = 0; k < 4 * count; k++) {
        int i = 4 * good[k / 4] + k % 4;
        double px = printed[i].x - ax, py = printed[i].y - ay, qx = seen[i].x - bx, qy = seen[i].y - by;
        c += px * qx + py * qy, s += px * qy - py * qx;
    }
    double length = sqrt(c * c + s * s);
    if (length < 1e-12) length = 1e-12;
    c /= length, s /= length;
    Pose pose = {bx - (c * ax - s * ay), by - (s * ax + c * ay), 0.0, 0.0, count, 0.0};
    for (int m = 0; m < count; m++) off[m] = 0.0;
    for (int k = 0; k < 4 * count; k++) {
        int i = 4 * good[k / 4] + k % 4, at = k;
        double dx = seen[i].x - (c * printed[i].x - s * printed[i].y) - pose.x;
        double dy = seen[i].y - (s * printed[i].x + c * printed[i].y) - pose.y, error = sqrt(dx * dx + dy * dy);
        off[k / 4] += error / 4.0;
        for (; at > 0 && errors[at - 1] > error; at--) errors[at] = errors[at - 1];
        errors[at] = error;
    }
    pose.error_mm = errors[2 * count];
    pose.angle_deg = fmod(atan2(s, c) * 57.29577951308232 + 360.0, 360.0);
    return pose;
}

/* One face by `count` markers: `good` are those that have the right size; the worst is left out while one is off. */
static Pose place(const Point *printed, const Point *seen, const double *margin, int *good, int count, const Limits *l)
{
    while (count) {
        double off[MOST_MARKERS];
        Pose pose = fit(printed, seen, good, count, off);
        int worst = 0;
        for (int m = 1; m < count; m++)
            if (off[m] > off[worst]) worst = m;
        if (count == 1 || off[worst] <= l->off_mm) {
            for (int m = 0; m < count; m++)
                if (margin[good[m]] > pose.confidence) pose.confidence = margin[good[m]];
            return pose;
        }
        if (count == 2) worst = margin[good[1]] < margin[good[0]];
        memmove(good + worst, good + worst + 1, (size_t)(--count - worst) * sizeof *good);
    }
    return (Pose){0};
}

/* Faces (count, 2: how many markers, whether fixed) by their markers one after the other: corners seen on the table at
   the face's height and as printed (markers, 4, 2), and margins (markers,). A pose without markers is none. */
PUBLIC void rr_place(const double *seen, const double *printed, const double *margins, const int32_t *faces, int count,
                     const Limits *limits, Pose *poses)
{
    for (int f = 0; f < count; f++, faces += 2, poses++) {
        int good[MOST_MARKERS], left = 0;
        for (int m = 0; m < faces[0] && left < MOST_MARKERS; m++)
            if (is_right((const Point *)seen + 4 * m, (const Point *)printed + 4 * m, faces[1], limits)) good[left++] = m;
        *poses = place((const Point *)printed, (const Point *)seen, margins, good, left, limits);
        seen += 8 * (ptrdiff_t)faces[0], printed += 8 * (ptrdiff_t)faces[0], margins += faces[0];
    }
}
