/* Colour pictures without their colour. */

#include "eye.h"

/* How much blue, green and red count, of 128; within a grey level of what OpenCV's cvtColor says. */
enum { BLUE = 15, GREEN = 75, RED = 38 };

WIDE static void grey_row(const u8 *restrict bgr, int n, u8 *restrict out)
{
    for (int x = 0; x < n; x++)
        out[x] = (u8)((uint16_t)(BLUE * bgr[3 * x] + GREEN * bgr[3 * x + 1] + RED * bgr[3 * x + 2] + 64) >> 7);
}

/* Compilers make little of pixels of three bytes: here 32 of them are taken at once, in a third of the time. */
#ifdef MANY
/* Four pixels from `at` and four from 48 bytes further on, each as the two halves of its weighted sum. */
AVX2 static inline __m256i weigh(const u8 *at, __m256i pixels, __m256i weights)
{
    __m128i low = _mm_loadu_si128((const __m128i *)at), high = _mm_loadu_si128((const __m128i *)(at + 48));
    __m256i both = _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
    return _mm256_maddubs_epi16(_mm256_shuffle_epi8(both, pixels), weights);
}

/* The first of n pixels, as many as can be taken at once; returns how many these were. */
AVX2 static int grey_many(const u8 *bgr, int n, u8 *out)
{
    const __m128i four = _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
    const __m256i pixels = _mm256_broadcastsi128_si256(four), half = _mm256_set1_epi16(64);
    const __m256i weights = _mm256_set1_epi32(BLUE | GREEN << 8 | RED << 16);
    int x = 0;
    for (; x + 34 <= n; x += 32, bgr += 96) { /* the last load reaches four bytes beyond its 32 pixels */
        __m256i a = _mm256_hadd_epi16(weigh(bgr, pixels, weights), weigh(bgr + 12, pixels, weights));
        __m256i b = _mm256_hadd_epi16(weigh(bgr + 24, pixels, weights), weigh(bgr + 36, pixels, weights));
        a = _mm256_srli_epi16(_mm256_add_epi16(a, half), 7), b = _mm256_srli_epi16(_mm256_add_epi16(b, half), 7);
        _mm256_storeu_si256((__m256i *)(out + x), _mm256_packus_epi16(a, b));
    }
    return x;
}
#endif

/* The grey of a picture of blue, green and red bytes, into `out` (height, width), and of that the means of 4 x 4 pixels
   (see change.c) into `small`, while its rows are at hand. */
PUBLIC void rr_grey(const u8 *bgr, int width, int height, ptrdiff_t stride, u8 *out, u8 *small)
{
    uint16_t *room = malloc((size_t)(width + 4) * sizeof *room);
    for (int y = 0; room && y < height; y++, bgr += stride, out += width) {
        int done = 0;
#ifdef MANY
        if (takes_many()) done = grey_many(bgr, width, out);
#endif
        grey_row(bgr + 3 * (ptrdiff_t)done, width - done, out + done);
        if (y % 4 == 3) shrink_row(out - 3 * (ptrdiff_t)width, width, width / 4, room, small), small += width / 4;
    }
    free(room);
}
