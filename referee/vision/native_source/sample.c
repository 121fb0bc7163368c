/* Brightness between pixels at many places in one go. */

#include "eye.h"

#ifdef MANY
/* Eight places at once: each takes four bytes of two rows, of which it needs two. */
AVX2 static int sample_eights(const Picture *p, const float *x, const float *y, int n, float *out)
{
    const __m256i byte = _mm256_set1_epi32(255), row = _mm256_set1_epi32((int)p->stride);
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        __m256 across = _mm256_loadu_ps(x + i), down = _mm256_loadu_ps(y + i);
        __m256i column = _mm256_cvttps_epi32(across), line = _mm256_cvttps_epi32(down);
        __m256i at = _mm256_add_epi32(_mm256_mullo_epi32(line, row), column);
        __m256i a = _mm256_i32gather_epi32((const int *)(const void *)p->at, at, 1);
        __m256i b = _mm256_i32gather_epi32((const int *)(const void *)(p->at + p->stride), at, 1);
        __m256 fx = _mm256_sub_ps(across, _mm256_cvtepi32_ps(column)), fy = _mm256_sub_ps(down, _mm256_cvtepi32_ps(line));
        __m256 a0 = _mm256_cvtepi32_ps(_mm256_and_si256(a, byte)), b0 = _mm256_cvtepi32_ps(_mm256_and_si256(b, byte));
        __m256 a1 = _mm256_cvtepi32_ps(_mm256_and_si256(_mm256_srli_epi32(a, 8), byte));
        __m256 b1 = _mm256_cvtepi32_ps(_mm256_and_si256(_mm256_srli_epi32(b, 8), byte));
        __m256 above = _mm256_add_ps(a0, _mm256_mul_ps(_mm256_sub_ps(a1, a0), fx));
        __m256 below = _mm256_add_ps(b0, _mm256_mul_ps(_mm256_sub_ps(b1, b0), fx));
        _mm256_storeu_ps(out + i, _mm256_add_ps(above, _mm256_mul_ps(_mm256_sub_ps(below, above), fy)));
    }
    return i;
}
#endif

/* Bilinear, at places where `holds` says so. */
void sample_many(const Picture *p, const float *x, const float *y, int n, float *out)
{
    int done = 0;
#ifdef MANY
    if (takes_many()) done = sample_eights(p, x, y, n, out);
#endif
    for (int i = done; i < n; i++) out[i] = (float)sample_within(p, x[i], y[i]);
}
