#include "rows.h"

#include <string.h>

#ifdef CSCALE_AVX2
#include <immintrin.h>
#endif

bool cscale_is_accelerated(void) {
#ifdef CSCALE_AVX2
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

// Unpacking. Compiled twice from the same loops, which compilers vectorise.

static inline __attribute__((always_inline)) void unpack(
    uint8_t *restrict target, const uint8_t *restrict source, int width, cscale_layout layout) {
    switch (layout) {
    case cscale_bytes:
        memcpy(target, source, (size_t)width);
        break;
    case cscale_pixels:
        memcpy(target, source, 4 * (size_t)width);
        break;
    case cscale_every_other_byte:
        // The last sample apart: the byte after it may not be there.
        for (int i = 0; i < width - 1; i++) target[i] = source[2 * i];
        target[width - 1] = source[2 * (width - 1)];
        break;
    case cscale_low_10_bits:
        for (int i = 0; i < width; i++) {
            unsigned word = (unsigned)source[2 * i] | (unsigned)source[2 * i + 1] << 8;
            unsigned value = (word + 2) >> 2;
            target[i] = (uint8_t)(value > 255 ? 255 : value);
        }
        break;
    case cscale_high_bits:
        for (int i = 0; i < width; i++) {
            unsigned word = (unsigned)source[2 * i] | (unsigned)source[2 * i + 1] << 8;
            unsigned value = (word + 128) >> 8;
            target[i] = (uint8_t)(value > 255 ? 255 : value);
        }
        break;
    case cscale_every_other_high_bits:
        for (int i = 0; i < width - 1; i++) {
            unsigned word = (unsigned)source[4 * i] | (unsigned)source[4 * i + 1] << 8;
            unsigned value = (word + 128) >> 8;
            target[i] = (uint8_t)(value > 255 ? 255 : value);
        }
        {
            const uint8_t *last = source + 4 * (width - 1);
            unsigned value = (((unsigned)last[0] | (unsigned)last[1] << 8) + 128) >> 8;
            target[width - 1] = (uint8_t)(value > 255 ? 255 : value);
        }
        break;
    }
}

// The portable rows, which also finish what the fast ones leave over.

static void mix_rows(uint8_t *target, const uint8_t *a, const uint8_t *b, int f, int from, int width) {
    for (int i = from; i < width; i++) target[i] = (uint8_t)((a[i] * (128 - f) + b[i] * f + 64) >> 7);
}

static void box_rows(
    uint8_t *target, const uint8_t *const *rows, int box_x, int box_y, int from, int width) {
    int count = (width + box_x - 1) / box_x;
    // Boxes are powers of 2: so is their area.
    int area = box_x * box_y, shift = __builtin_ctz((unsigned)area);
    for (int i = from; i < count; i++) {
        int sum = area / 2;
        for (int y = 0; y < box_y; y++) {
            for (int k = 0; k < box_x; k++) {
                int x = i * box_x + k;
                sum += rows[y][x < width ? x : width - 1];
            }
        }
        target[i] = (uint8_t)(sum >> shift);
    }
}

static void mix_columns(uint8_t *target, const uint8_t *source, const cscale_group *groups, int count) {
    for (int g = 0; g < count; g++) {
        const cscale_group *group = &groups[g];
        const uint8_t *from = source + group->base;
        for (int i = 0; i < 8; i++) {
            int sum = from[group->pick[2 * i]] * group->weight[2 * i]
                + from[group->pick[2 * i + 1]] * group->weight[2 * i + 1];
            target[8 * g + i] = (uint8_t)((sum + 64) >> 7);
        }
    }
}

#ifdef CSCALE_AVX2

AVX2 static void unpack_avx2(uint8_t *target, const uint8_t *source, int width, cscale_layout layout) {
    unpack(target, source, width, layout);
}

// Weights reach 128, which a signed byte can't hold: so the samples are the signed side, less 128, and the rounded
// shift by 7 is a multiplication by 256 that keeps the upper half.

AVX2 static int mix_rows_avx2(uint8_t *target, const uint8_t *a, const uint8_t *b, int f, int width) {
    const __m256i weight = _mm256_set1_epi16((short)((128 - f) | f << 8));
    const __m256i sign = _mm256_set1_epi8((char)0x80);
    const __m256i scale = _mm256_set1_epi16(256);
    int i = 0;
    for (; i + 32 <= width; i += 32) {
        __m256i p = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(a + i)), sign);
        __m256i q = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(b + i)), sign);
        __m256i low = _mm256_maddubs_epi16(weight, _mm256_unpacklo_epi8(p, q));
        __m256i high = _mm256_maddubs_epi16(weight, _mm256_unpackhi_epi8(p, q));
        low = _mm256_mulhrs_epi16(low, scale);
        high = _mm256_mulhrs_epi16(high, scale);
        _mm256_storeu_si256((__m256i *)(target + i), _mm256_xor_si256(_mm256_packs_epi16(low, high), sign));
    }
    return i;
}

AVX2 static int box_rows_2_avx2(uint8_t *target, const uint8_t *const *rows, int width) {
    const __m256i one = _mm256_set1_epi8(1);
    const __m256i half = _mm256_set1_epi16(2);
    const uint8_t *a = rows[0], *b = rows[1];
    int i = 0;
    for (; 2 * i + 64 <= width; i += 32) {
        __m256i low = _mm256_add_epi16(
            _mm256_maddubs_epi16(_mm256_loadu_si256((const __m256i *)(a + 2 * i)), one),
            _mm256_maddubs_epi16(_mm256_loadu_si256((const __m256i *)(b + 2 * i)), one));
        __m256i high = _mm256_add_epi16(
            _mm256_maddubs_epi16(_mm256_loadu_si256((const __m256i *)(a + 2 * i + 32)), one),
            _mm256_maddubs_epi16(_mm256_loadu_si256((const __m256i *)(b + 2 * i + 32)), one));
        low = _mm256_srli_epi16(_mm256_add_epi16(low, half), 2);
        high = _mm256_srli_epi16(_mm256_add_epi16(high, half), 2);
        __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(low, high), 0xd8);
        _mm256_storeu_si256((__m256i *)(target + i), packed);
    }
    return i;
}

AVX2 static inline __m256i sum_4_by_4(const uint8_t *const *rows, int x) {
    const __m256i one = _mm256_set1_epi8(1);
    __m256i sum = _mm256_maddubs_epi16(_mm256_loadu_si256((const __m256i *)(rows[0] + x)), one);
    sum = _mm256_add_epi16(sum, _mm256_maddubs_epi16(_mm256_loadu_si256((const __m256i *)(rows[1] + x)), one));
    sum = _mm256_add_epi16(sum, _mm256_maddubs_epi16(_mm256_loadu_si256((const __m256i *)(rows[2] + x)), one));
    sum = _mm256_add_epi16(sum, _mm256_maddubs_epi16(_mm256_loadu_si256((const __m256i *)(rows[3] + x)), one));
    return sum;
}

AVX2 static int box_rows_4_avx2(uint8_t *target, const uint8_t *const *rows, int width) {
    const __m256i half = _mm256_set1_epi16(8);
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    int i = 0;
    for (; 4 * i + 128 <= width; i += 32) {
        __m256i a = _mm256_hadd_epi16(sum_4_by_4(rows, 4 * i), sum_4_by_4(rows, 4 * i + 32));
        __m256i b = _mm256_hadd_epi16(sum_4_by_4(rows, 4 * i + 64), sum_4_by_4(rows, 4 * i + 96));
        a = _mm256_srli_epi16(_mm256_add_epi16(a, half), 4);
        b = _mm256_srli_epi16(_mm256_add_epi16(b, half), 4);
        __m256i packed = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(a, b), order);
        _mm256_storeu_si256((__m256i *)(target + i), packed);
    }
    return i;
}

AVX2 static inline __m256i pick_two(const uint8_t *source, const cscale_group *low, const cscale_group *high) {
    __m256i pixels = _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(source + low->base))),
        _mm_loadu_si128((const __m128i *)(source + high->base)), 1);
    __m256i pick = _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)low->pick)),
        _mm_loadu_si128((const __m128i *)high->pick), 1);
    __m256i weight = _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)low->weight)),
        _mm_loadu_si128((const __m128i *)high->weight), 1);
    pixels = _mm256_xor_si256(_mm256_shuffle_epi8(pixels, pick), _mm256_set1_epi8((char)0x80));
    return _mm256_mulhrs_epi16(_mm256_maddubs_epi16(weight, pixels), _mm256_set1_epi16(256));
}

AVX2 static void mix_columns_avx2(uint8_t *target, const uint8_t *source, const cscale_group *groups, int count) {
    const __m256i sign = _mm256_set1_epi8((char)0x80);
    for (int g = 0; g < count; g += 4) {
        // Packing works in each half of a register: groups 0 and 1 below, 2 and 3 above.
        __m256i a = pick_two(source, &groups[g], &groups[g + 2]);
        __m256i b = pick_two(source, &groups[g + 1], &groups[g + 3]);
        _mm256_storeu_si256((__m256i *)(target + 8 * g), _mm256_xor_si256(_mm256_packs_epi16(a, b), sign));
    }
}

#endif

void cscale_unpack_row(uint8_t *target, const uint8_t *source, int width, cscale_layout layout, bool fast) {
#ifdef CSCALE_AVX2
    if (fast) return unpack_avx2(target, source, width, layout);
#endif
    unpack(target, source, width, layout);
}

void cscale_mix_rows(uint8_t *target, const uint8_t *a, const uint8_t *b, int f, int width, bool fast) {
    if (f == 0) {
        memcpy(target, a, (size_t)width);
        return;
    }
    int done = 0;
#ifdef CSCALE_AVX2
    if (fast) done = mix_rows_avx2(target, a, b, f, width);
#endif
    mix_rows(target, a, b, f, done, width);
}

void cscale_box_rows(
    uint8_t *target, const uint8_t *const *rows, int box_x, int box_y, int width, bool fast) {
    int done = 0;
#ifdef CSCALE_AVX2
    if (fast && box_x == box_y) {
        done = box_x == 2 ? box_rows_2_avx2(target, rows, width) : box_rows_4_avx2(target, rows, width);
    }
#endif
    box_rows(target, rows, box_x, box_y, done, width);
}

void cscale_mix_columns(uint8_t *target, const uint8_t *source, const cscale_group *groups, int count, bool fast) {
#ifdef CSCALE_AVX2
    if (fast) return mix_columns_avx2(target, source, groups, count);
#endif
    mix_columns(target, source, groups, count);
}
