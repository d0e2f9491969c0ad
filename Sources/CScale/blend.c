#include <string.h>

#include "rows.h"

#ifdef CSCALE_AVX2
#include <immintrin.h>
#endif

/// `x` / 255 to the nearest, for products of two bytes.
static inline unsigned over_255(unsigned x) {
    x += 128;
    return (x + (x >> 8)) >> 8;
}

static inline uint32_t load(const uint8_t *pixel) {
    uint32_t word;
    memcpy(&word, pixel, 4);
    return word;
}

static inline void over(const uint8_t *source, const uint8_t *under, uint8_t *target, unsigned alpha) {
    unsigned rest = 255 - over_255(source[3] * alpha);
    for (int c = 0; c < 3; c++) {
        unsigned sum = over_255(source[c] * alpha) + over_255(under[c] * rest);
        target[c] = (uint8_t)(sum > 255 ? 255 : sum);
    }
    target[3] = 255;
}

void cscale_opaque(
    const uint8_t *source, ptrdiff_t source_stride, uint8_t *target, ptrdiff_t target_stride, int width, int height) {
    for (int y = 0; y < height; y++, source += source_stride, target += target_stride) {
        for (int x = 0; x < width; x++) {
            uint32_t pixel = load(source + 4 * x) | 0xff000000u;
            memcpy(target + 4 * x, &pixel, 4);
        }
    }
}

#ifdef CSCALE_AVX2

AVX2 static inline __m256i over_255_avx2(__m256i x) {
    x = _mm256_add_epi16(x, _mm256_set1_epi16(128));
    return _mm256_srli_epi16(_mm256_add_epi16(x, _mm256_srli_epi16(x, 8)), 8);
}

/// Four pixels as 16-bit numbers over four others.
AVX2 static inline __m256i over_half(__m256i source, __m256i under, __m256i alpha) {
    const __m256i spread = _mm256_setr_epi8(
        6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15,
        6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15);
    source = over_255_avx2(_mm256_mullo_epi16(source, alpha));
    __m256i rest = _mm256_sub_epi16(_mm256_set1_epi16(255), _mm256_shuffle_epi8(source, spread));
    return _mm256_add_epi16(source, over_255_avx2(_mm256_mullo_epi16(under, rest)));
}

AVX2 static inline __m256i over_8(__m256i source, __m256i under, __m256i alpha) {
    const __m256i zero = _mm256_setzero_si256();
    __m256i low = over_half(_mm256_unpacklo_epi8(source, zero), _mm256_unpacklo_epi8(under, zero), alpha);
    __m256i high = over_half(_mm256_unpackhi_epi8(source, zero), _mm256_unpackhi_epi8(under, zero), alpha);
    return _mm256_or_si256(_mm256_packus_epi16(low, high), _mm256_set1_epi32((int)0xff000000u));
}

AVX2 static int blend_row_avx2(const uint8_t *source, uint8_t *target, int width, unsigned alpha) {
    const __m256i weight = _mm256_set1_epi16((short)alpha);
    int x = 0;
    for (; x + 8 <= width; x += 8) {
        __m256i pixels = _mm256_loadu_si256((const __m256i *)(source + 4 * x));
        if (_mm256_testz_si256(pixels, pixels)) continue;
        __m256i under = _mm256_loadu_si256((const __m256i *)(target + 4 * x));
        __m256i mixed = over_8(pixels, under, weight);
        // A clear pixel leaves what is below as it is, its fourth byte too.
        __m256i clear = _mm256_cmpeq_epi32(pixels, _mm256_setzero_si256());
        _mm256_storeu_si256((__m256i *)(target + 4 * x), _mm256_blendv_epi8(mixed, under, clear));
    }
    return x;
}

AVX2 static int over_color_row_avx2(const uint8_t *source, uint8_t *target, int width, uint32_t color) {
    const __m256i under = _mm256_set1_epi32((int)color);
    const __m256i weight = _mm256_set1_epi16(255);
    int x = 0;
    for (; x + 8 <= width; x += 8) {
        __m256i pixels = _mm256_loadu_si256((const __m256i *)(source + 4 * x));
        _mm256_storeu_si256((__m256i *)(target + 4 * x), over_8(pixels, under, weight));
    }
    return x;
}

#endif

void cscale_over_color(
    const uint8_t *source, ptrdiff_t source_stride, uint8_t *target, ptrdiff_t target_stride, int width, int height,
    uint32_t color, bool portable) {
    const uint8_t under[4] = {(uint8_t)color, (uint8_t)(color >> 8), (uint8_t)(color >> 16), 255};
    bool fast = !portable && cscale_is_accelerated();
    for (int y = 0; y < height; y++, source += source_stride, target += target_stride) {
        int x = 0;
#ifdef CSCALE_AVX2
        if (fast) x = over_color_row_avx2(source, target, width, load(under));
#endif
        for (; x < width; x++) over(source + 4 * x, under, target + 4 * x, 255);
    }
}

void cscale_blend(
    const uint8_t *source, ptrdiff_t source_stride, uint8_t *target, ptrdiff_t target_stride, int width, int height,
    uint8_t alpha, bool portable) {
    if (alpha == 0) return;
    bool fast = !portable && cscale_is_accelerated();
    for (int y = 0; y < height; y++, source += source_stride, target += target_stride) {
        int x = 0;
#ifdef CSCALE_AVX2
        if (fast) x = blend_row_avx2(source, target, width, alpha);
#endif
        for (; x < width; x++) {
            if (load(source + 4 * x) != 0) over(source + 4 * x, target + 4 * x, target + 4 * x, alpha);
        }
    }
}
