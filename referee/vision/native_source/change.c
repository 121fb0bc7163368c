/* Small pictures and what differs between them; see change.py. */

#include "eye.h"

/* Raised with every change of a function here, so that an older build is not called by mistake. */
PUBLIC int rr_version(void);
PUBLIC int rr_version(void) { return 5; }

/* Never imported as a module; the symbol is there because builders of extensions ask for it. */
PUBLIC void *PyInit__native(void);
PUBLIC void *PyInit__native(void) { return NULL; }

WIDE static void sum_rows(const u8 *restrict a, ptrdiff_t stride, int n, uint16_t *restrict out)
{
    const u8 *restrict b = a + stride, *restrict c = b + stride, *restrict d = c + stride;
    for (int x = 0; x < n; x++) out[x] = (uint16_t)(a[x] + b[x] + c[x] + d[x]);
}

/* Two neighbours as the halves of one wider number: so that processors take many of them in one step. */
#if defined(__GNUC__)
typedef uint32_t __attribute__((may_alias)) Pair;
#else
typedef uint32_t Pair;
#endif

WIDE static void sum_pairs(const Pair *restrict two, int n, uint16_t *restrict out)
{
    for (int x = 0; x < n; x++) out[x] = (uint16_t)((two[x] & 0xffff) + (two[x] >> 16));
}

WIDE static void mean_pairs(const Pair *restrict two, int n, u8 *restrict out)
{
    for (int x = 0; x < n; x++) {
        uint32_t sum = (two[x] & 0xffff) + (two[x] >> 16);
        out[x] = (u8)((sum + 7 + ((sum >> 4) & 1)) >> 4);
    }
}

/* Means of 4 x 4 pixels, halves to the even number (as OpenCV's INTER_AREA does). */
PUBLIC void rr_shrink(const u8 *grey, int width, int height, ptrdiff_t stride, u8 *out)
{
    int columns = width / 4, rows = height / 4;
    uint16_t *sums = malloc((size_t)(6 * columns + 6) * sizeof *sums), *half = sums + 4 * columns;
    if (!sums) return;
    for (int y = 0; y < rows; y++, out += columns) {
        sum_rows(grey + 4 * y * stride, stride, 4 * columns, sums);
        sum_pairs((const Pair *)sums, 2 * columns, half);
        mean_pairs((const Pair *)half, columns, out);
    }
    free(sums);
}

/* The middle of the ratios now / then on every eighth pixel, in 1024ths: how much lighter the whole picture is. */
static int usual_gain(const u8 *now, const u8 *then, int width, int height)
{
    static const int most = 8192;
    uint32_t *count = calloc((size_t)most, sizeof *count);
    int total = 0, gain = 1024;
    if (!count) return gain;
    for (int y = 0; y < height; y += 8)
        for (int x = 0; x < width; x += 8) {
            ptrdiff_t i = (ptrdiff_t)y * width + x;
            int ratio = (now[i] + 4) * 1024 / (then[i] + 4);
            count[ratio < most ? ratio : most - 1]++;
            total++;
        }
    for (int seen = 0, ratio = 0; ratio < most; ratio++) {
        seen += (int)count[ratio];
        if (seen > total / 2) { gain = ratio; break; }
    }
    free(count);
    return gain;
}

WIDE static void differing(const u8 *restrict now, const u8 *restrict then, int n, int gain, int limit, u8 *restrict out)
{
    for (int x = 0; x < n; x++) {
        int apart = now[x] * 1024 - then[x] * gain;
        out[x] = (u8)((apart < 0 ? -apart : apart) > limit);
    }
}

/* For each block of 8 x 8 pixels whether at least `share` of them differ by more than `levels`, the light set aside. */
PUBLIC void rr_changed(const u8 *now, const u8 *then, int width, int height, int levels, int share, u8 *mask)
{
    int columns = (width + 7) / 8, rows = (height + 7) / 8, gain = usual_gain(now, then, width, height);
    u8 *line = calloc((size_t)columns * 8, 1);
    int *sums = malloc((size_t)columns * sizeof *sums);
    if (line && sums)
        for (int r = 0; r < rows; r++) {
            memset(sums, 0, (size_t)columns * sizeof *sums);
            for (int y = r * 8; y < (r + 1) * 8 && y < height; y++) {
                differing(now + (ptrdiff_t)y * width, then + (ptrdiff_t)y * width, width, gain, levels * 1024, line);
                for (int c = 0; c < columns; c++) {
                    uint64_t eight;
                    memcpy(&eight, line + 8 * c, sizeof eight);
                    sums[c] += (int)((eight * 0x0101010101010101u) >> 56);
                }
            }
            for (int c = 0; c < columns; c++) mask[(ptrdiff_t)r * columns + c] = sums[c] >= share;
        }
    free(line);
    free(sums);
}
