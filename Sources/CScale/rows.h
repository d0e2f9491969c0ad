#ifndef CSCALE_ROWS_H
#define CSCALE_ROWS_H

#include "CScale.h"

#if defined(__x86_64__)
#define CSCALE_AVX2 1
#define AVX2 __attribute__((target("avx2")))
#endif

/// Where 8 neighbouring target samples come from: the pairs picked out of 16 bytes, and how much each one counts.
typedef struct {
    int32_t base;
    uint8_t pick[16];
    uint8_t weight[16];
} cscale_group;

/// Where one target pixel comes from: the first byte of the left one of two, and how much each of the two counts.
typedef struct {
    int32_t offset;
    uint8_t weight[4];
} cscale_pixel_place;

/// Samples of any layout as bytes.
void cscale_unpack_row(uint8_t *target, const uint8_t *source, int width, cscale_layout layout, bool fast);
/// `a` and `b` mixed: (128 - f) parts and f parts.
void cscale_mix_rows(uint8_t *target, const uint8_t *a, const uint8_t *b, int f, int width, bool fast);
/// The rounded mean of boxes of 1, 2 or 4 samples each way; what sticks out on the right repeats the last sample.
void cscale_box_rows(uint8_t *target, const uint8_t *const *rows, int box_x, int box_y, int width, bool fast);
/// `count` groups of 8 samples, `count` a multiple of 4. Reads 16 bytes from each group's base on.
void cscale_mix_columns(uint8_t *target, const uint8_t *source, const cscale_group *groups, int count, bool fast);
/// As `cscale_box_rows`, of pixels.
void cscale_box_pixel_rows(uint8_t *target, const uint8_t *const *rows, int box_x, int box_y, int width, bool fast);
/// `count` pixels, a multiple of 8.
void cscale_mix_pixel_columns(
    uint8_t *target, const uint8_t *source, const cscale_pixel_place *places, int count, bool fast);

#endif
