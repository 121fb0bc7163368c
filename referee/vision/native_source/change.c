/* Small pictures and what differs between them; see change.py. */

#include "eye.h"

/* Raised with every change of a function here, so that an older build is not called by mistake. */
PUBLIC int rr_version(void);
PUBLIC int rr_version(void) { return 13; }

/* Never imported as a module; the symbol is there because builders of extensions ask for it. */
PUBLIC void *PyInit__native(void);
PUBLIC void *PyInit__native(void) { return NULL; }

WIDE static void sum_rows(const u8 *restrict a, ptrdiff_t stride, int n, uint16_t *restrict out)
{
    const u8 *restrict b = a + stride, *restrict c = b + stride, *restrict d = c + stride;
    for (int x = 0; x < n; x++) out[x] = (uint16_t)(a[x] + b[x] + c[x] + d[x]);
}

WIDE static void means(const uint16_t *restrict sums, int n, u8 *restrict out)
{
    for (int x = 0; x < n; x++) {
        unsigned sum = sums[4 * x] + sums[4 * x + 1] + sums[4 * x + 2] + sums[4 * x + 3];
        out[x] = (u8)((sum + 7 + ((sum >> 4) & 1)) >> 4);
    }
}

#ifdef MANY
/* The sums of four neighbours in each of four rows, of 32 pixels. */
AVX2 static inline __m256i sums_of(const u8 *at, ptrdiff_t stride)
{
    const __m256i one = _mm256_set1_epi8(1);
    __m256i sum = _mm256_setzero_si256();
    for (int row = 0; row < 4; row++)
        sum = _mm256_add_epi16(sum, _mm256_maddubs_epi16(_mm256_loadu_si256((const __m256i *)(at + row * stride)), one));
    return _mm256_madd_epi16(sum, _mm256_set1_epi16(1));
}

/* The first of n means of 4 x 4 pixels, as many as can be taken at once; returns how many these were. */
AVX2 static int means_many(const u8 *grey, ptrdiff_t stride, int n, u8 *out)
{
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7), one = _mm256_set1_epi16(1), seven = _mm256_set1_epi16(7);
    int x = 0;
    for (; x + 32 <= n; x += 32, grey += 128) {
        __m256i low = _mm256_packus_epi32(sums_of(grey, stride), sums_of(grey + 32, stride));
        __m256i high = _mm256_packus_epi32(sums_of(grey + 64, stride), sums_of(grey + 96, stride));
        __m256i odd_low = _mm256_and_si256(_mm256_srli_epi16(low, 4), one), odd_high = _mm256_and_si256(_mm256_srli_epi16(high, 4), one);
        low = _mm256_srli_epi16(_mm256_add_epi16(_mm256_add_epi16(low, seven), odd_low), 4);
        high = _mm256_srli_epi16(_mm256_add_epi16(_mm256_add_epi16(high, seven), odd_high), 4);
        _mm256_storeu_si256((__m256i *)(out + x), _mm256_permutevar8x32_epi32(_mm256_packus_epi16(low, high), order));
    }
    return x;
}
#endif

/* A row of means of 4 x 4 pixels, halves to the even number (as OpenCV's INTER_AREA does); `room` is for 4 n sums. */
void shrink_row(const u8 *grey, ptrdiff_t stride, int n, uint16_t *room, u8 *out)
{
    int done = 0;
#ifdef MANY
    if (takes_many()) done = means_many(grey, stride, n, out);
#endif
    sum_rows(grey + 4 * done, stride, 4 * (n - done), room);
    means(room, n - done, out + done);
}

/* Means of 4 x 4 pixels. */
PUBLIC void rr_shrink(const u8 *grey, int width, int height, ptrdiff_t stride, u8 *out)
{
    int columns = width / 4, rows = height / 4;
    uint16_t *room = malloc((size_t)(4 * columns + 1) * sizeof *room);
    if (!room) return;
    for (int y = 0; y < rows; y++, out += columns) shrink_row(grey + 4 * y * stride, stride, columns, room, out);
    free(room);
}

enum { MOST_GAIN = 8191 };

/* The middle of the ratios now / then on every eighth pixel, in 1024ths: how much lighter the whole picture is. */
static unsigned usual_gain(const u8 *now, const u8 *then, int width, int height)
{
    uint16_t count[MOST_GAIN + 1] = {0};
    uint32_t below[256];
    int total = 0;
    for (unsigned i = 0; i < 256; i++) below[i] = (uint32_t)(((uint64_t)1 << 32) / (i + 4) + 1); /* a / b is (a * below) >> 32 */
    for (int y = 0; y < height; y += 8)
        for (int x = 0; x < width; x += 8, total++) {
            ptrdiff_t i = (ptrdiff_t)y * width + x;
            unsigned ratio = (unsigned)(((uint64_t)((now[i] + 4u) << 10) * below[then[i]]) >> 32);
            count[ratio < MOST_GAIN ? ratio : MOST_GAIN]++;
        }
    for (unsigned ratio = 0, seen = 0; ratio <= MOST_GAIN; ratio++)
        if ((int)(seen += count[ratio]) > total / 2) return ratio;
    return 1024;
}

/* Adds one where a pixel is not what it was, times the gain, within some levels. */
WIDE static void differing(const u8 *restrict now, const u8 *restrict then, int n, uint16_t gain, u8 levels, u8 *restrict sums)
{
    for (int x = 0; x < n; x++) {
        uint16_t many = (uint16_t)(then[x] << 6), lit = (uint16_t)((uint32_t)many * gain >> 16);
        u8 was = (u8)(lit < 255 ? lit : 255), more = now[x] > was ? now[x] : was, less = now[x] > was ? was : now[x];
        sums[x] = (u8)(sums[x] + ((u8)(more - less) > levels));
    }
}

/* Whether at least `share` of the pixels of each block of 8 x 8 differ by more than `levels`, the light set aside. */
static void changed(const u8 *now, const u8 *then, int width, int height, int levels, int share, u8 *line, u8 *mask)
{
    int columns = (width + 7) / 8, rows = (height + 7) / 8;
    uint16_t gain = (uint16_t)usual_gain(now, then, width, height);
    for (int r = 0; r < rows; r++) {
        memset(line, 0, (size_t)columns * 8);
        for (int y = r * 8; y < (r + 1) * 8 && y < height; y++)
            differing(now + (ptrdiff_t)y * width, then + (ptrdiff_t)y * width, width, gain, (u8)levels, line);
        for (int c = 0; c < columns; c++) {
            uint64_t eight;
            memcpy(&eight, line + 8 * c, sizeof eight);
            mask[(ptrdiff_t)r * columns + c] = (int)((eight * 0x0101010101010101u) >> 56) >= share;
        }
    }
}

/* The changed blocks (count, rows, columns) of a picture against each of some others, see change.py. */
PUBLIC void rr_changed(const u8 *now, const u8 *const *then, int count, int width, int height, int levels, int share, u8 *masks)
{
    size_t columns = (size_t)(width + 7) / 8, size = columns * (size_t)((height + 7) / 8);
    u8 *line = malloc(columns * 8);
    for (int i = 0; line && i < count; i++) changed(now, then[i], width, height, levels, share, line, masks + (size_t)i * size);
    free(line);
}
