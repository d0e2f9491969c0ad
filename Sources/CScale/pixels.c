#include "rows.h"

#include <string.h>

#ifdef CSCALE_AVX2
#include <immintrin.h>
#endif

static void box_pixels(
    uint8_t *target, const uint8_t *const *rows, int box_x, int box_y, int from, int width) {
    int count = (width + box_x - 1) / box_x;
    int area = box_x * box_y, shift = __builtin_ctz((unsigned)area);
    for (int i = from; i < count; i++) {
        for (int c = 0; c < 4; c++) {
            int sum = area / 2;
            for (int y = 0; y < box_y; y++) {
                for (int k = 0; k < box_x; k++) {
                    int x = i * box_x + k;
                    sum += rows[y][4 * (x < width ? x : width - 1) + c];
                }
            }
            target[4 * i + c] = (uint8_t)(sum >> shift);
        }
    }
}

static void mix_pixels(uint8_t *target, const uint8_t *source, const cscale_pixel_place *places, int count) {
    for (int i = 0; i < count; i++) {
        const uint8_t *from = source + places[i].offset;
        for (int c = 0; c < 4; c++) {
            target[4 * i + c] =
                (uint8_t)((from[c] * places[i].weight[0] + from[c + 4] * places[i].weight[1] + 64) >> 7);
        }
    }
}

#ifdef CSCALE_AVX2

/// The byte order B0 B1 G0 G1 R0 R1 A0 A1 of two pixels, twice a half.
AVX2 static inline __m256i pair_order(void) {
    return _mm256_setr_epi8(
        0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15, 0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
}

/// Sums of neighbours among 8 pixels: 4 pixels of 16-bit channels.
AVX2 static inline __m256i pair_sums(const uint8_t *row) {
    __m256i pixels = _mm256_shuffle_epi8(_mm256_loadu_si256((const __m256i *)row), pair_order());
    return _mm256_maddubs_epi16(pixels, _mm256_set1_epi8(1));
}

AVX2 static int box_pixels_2_avx2(uint8_t *target, const uint8_t *const *rows, int width) {
    const __m256i half = _mm256_set1_epi16(2);
    int i = 0;
    for (; 2 * i + 16 <= width; i += 8) {
        const uint8_t *a = rows[0] + 8 * i, *b = rows[1] + 8 * i;
        __m256i low = _mm256_add_epi16(pair_sums(a), pair_sums(b));
        __m256i high = _mm256_add_epi16(pair_sums(a + 32), pair_sums(b + 32));
        low = _mm256_srli_epi16(_mm256_add_epi16(low, half), 2);
        high = _mm256_srli_epi16(_mm256_add_epi16(high, half), 2);
        __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(low, high), 0xd8);
        _mm256_storeu_si256((__m256i *)(target + 4 * i), packed);
    }
    return i;
}

AVX2 static inline __m256i sums_of_4(const uint8_t *const *rows, int offset) {
    __m256i sum = _mm256_add_epi16(pair_sums(rows[0] + offset), pair_sums(rows[1] + offset));
    sum = _mm256_add_epi16(sum, _mm256_add_epi16(pair_sums(rows[2] + offset), pair_sums(rows[3] + offset)));
    // Each half holds two sums of pairs: their sum is one pixel, in both quarters of the half.
    return _mm256_add_epi16(sum, _mm256_shuffle_epi32(sum, 0x4e));
}

AVX2 static int box_pixels_4_avx2(uint8_t *target, const uint8_t *const *rows, int width) {
    const __m256i half = _mm256_set1_epi16(8);
    const __m256i order = _mm256_setr_epi32(0, 4, 2, 6, 1, 5, 3, 7);
    int i = 0;
    for (; 4 * i + 16 <= width; i += 4) {
        __m256i a = _mm256_srli_epi16(_mm256_add_epi16(sums_of_4(rows, 16 * i), half), 4);
        __m256i b = _mm256_srli_epi16(_mm256_add_epi16(sums_of_4(rows, 16 * i + 32), half), 4);
        __m256i packed = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(a, b), order);
        _mm_storeu_si128((__m128i *)(target + 4 * i), _mm256_castsi256_si128(packed));
    }
    return i;
}

AVX2 static inline __m128i two_pairs(const uint8_t *source, const cscale_pixel_place *places) {
    __m128i low = _mm_loadl_epi64((const __m128i *)(source + places[0].offset));
    __m128i high = _mm_loadl_epi64((const __m128i *)(source + places[1].offset));
    return _mm_unpacklo_epi64(low, high);
}

AVX2 static inline __m256i mix_4(const uint8_t *source, const cscale_pixel_place *places) {
    const __m256i spread = _mm256_setr_epi8(
        4, 5, 4, 5, 4, 5, 4, 5, 12, 13, 12, 13, 12, 13, 12, 13, 4, 5, 4, 5, 4, 5, 4, 5, 12, 13, 12, 13, 12, 13, 12, 13);
    __m256i pixels = _mm256_inserti128_si256(
        _mm256_castsi128_si256(two_pairs(source, places)), two_pairs(source, places + 2), 1);
    __m256i weight = _mm256_shuffle_epi8(_mm256_loadu_si256((const __m256i *)places), spread);
    pixels = _mm256_xor_si256(_mm256_shuffle_epi8(pixels, pair_order()), _mm256_set1_epi8((char)0x80));
    return _mm256_mulhrs_epi16(_mm256_maddubs_epi16(weight, pixels), _mm256_set1_epi16(256));
}

AVX2 static void mix_pixels_avx2(uint8_t *target, const uint8_t *source, const cscale_pixel_place *places, int count) {
    for (int i = 0; i < count; i += 8) {
        __m256i packed = _mm256_packs_epi16(mix_4(source, places + i), mix_4(source, places + i + 4));
        packed = _mm256_permute4x64_epi64(packed, 0xd8);
        _mm256_storeu_si256((__m256i *)(target + 4 * i), _mm256_xor_si256(packed, _mm256_set1_epi8((char)0x80)));
    }
}

#endif

void cscale_box_pixel_rows(
    uint8_t *target, const uint8_t *const *rows, int box_x, int box_y, int width, bool fast) {
    int done = 0;
#ifdef CSCALE_AVX2
    if (fast && box_x == box_y) {
        done = box_x == 2 ? box_pixels_2_avx2(target, rows, width) : box_pixels_4_avx2(target, rows, width);
    }
#endif
    box_pixels(target, rows, box_x, box_y, done, width);
}

void cscale_mix_pixel_columns(
    uint8_t *target, const uint8_t *source, const cscale_pixel_place *places, int count, bool fast) {
#ifdef CSCALE_AVX2
    if (fast) return mix_pixels_avx2(target, source, places, count);
#endif
    mix_pixels(target, source, places, count);
}
