#ifndef CSCALE_H
#define CSCALE_H

// Scaling of 8-bit planes at arbitrary ratios, row by row, and blending of premultiplied pixels.
//
// Every function works in memory of the caller and touches no byte outside the rows it is given. AVX2 is used where
// the processor has it; the portable rows give the same bytes, bit for bit.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How the samples of a plane lie in memory.
typedef enum {
    /// One byte a sample.
    cscale_bytes = 0,
    /// Every other byte: one half of an interleaved plane.
    cscale_every_other_byte,
    /// 16-bit little-endian words of which the lower 10 bits count.
    cscale_low_10_bits,
    /// 16-bit little-endian words of which the upper bits count.
    cscale_high_bits,
    /// As `cscale_high_bits`, every other word.
    cscale_every_other_high_bits,
    /// Four bytes a sample, each scaled for itself: B, G, R, A pixels, whose scaled rows have four bytes a sample too.
    cscale_pixels,
} cscale_layout;

/// A plane to be read: `width` × `height` samples, `stride` bytes from row to row.
typedef struct {
    const uint8_t *base;
    ptrdiff_t stride;
    int width;
    int height;
    cscale_layout layout;
} cscale_plane;

/// A plane that is being scaled. Lives in memory of the caller.
typedef struct cscale_scaler cscale_scaler;

/// True when the fast rows are there (AVX2).
bool cscale_is_accelerated(void);

/// How many bytes `cscale_begin` needs; `memory` there has to be aligned to 64.
size_t cscale_memory_size(const cscale_plane *plane, int width, int height);

/// Prepares to scale `plane`, which must stay readable, to `width` × `height`; neither may be empty.
///
/// A box over a power of 2 of samples each way comes first, if need be in several steps, then linear interpolation in
/// both directions at 1/128 steps; the middles of the planes coincide. `mirrored` exchanges left and right.
cscale_scaler *cscale_begin(
    void *memory, const cscale_plane *plane, int width, int height, bool mirrored, bool portable);

/// Bytes that each row given to `cscale_rows` must have room for: the width rounded up to 32 samples.
ptrdiff_t cscale_row_size(int width, cscale_layout layout);

/// Writes the rows `first ..< first + count` of the scaled plane. Cheapest when called from top to bottom.
void cscale_rows(cscale_scaler *scaler, int first, int count, uint8_t *target, ptrdiff_t target_stride);

/// Copies B, G, R, X pixels and makes their fourth byte 255. `source` may be `target`.
void cscale_opaque(
    const uint8_t *source, ptrdiff_t source_stride, uint8_t *target, ptrdiff_t target_stride, int width, int height);

/// Puts premultiplied B, G, R, A pixels over the colour 0xRRGGBB. `source` may be `target`. The fourth byte becomes
/// 255.
void cscale_over_color(
    const uint8_t *source, ptrdiff_t source_stride, uint8_t *target, ptrdiff_t target_stride, int width, int height,
    uint32_t color, bool portable);

/// Puts premultiplied B, G, R, A pixels, faded by `alpha` / 255, over those of `target` (Porter-Duff source-over).
/// Where nothing is put, the target is not written; elsewhere its fourth byte becomes 255.
void cscale_blend(
    const uint8_t *source, ptrdiff_t source_stride, uint8_t *target, ptrdiff_t target_stride, int width, int height,
    uint8_t alpha, bool portable);

#endif
