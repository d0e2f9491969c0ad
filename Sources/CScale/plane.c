#include <assert.h>
#include <string.h>

#include "rows.h"

struct cscale_scaler {
    cscale_plane plane;
    int width, height;
    /// Samples each way that become one before interpolation: 1, 2 or 4.
    int box;
    /// The plane's size after that.
    int boxed_width, boxed_height;
    bool fast;
    int group_count;
    cscale_group *groups;
    /// One row between the two interpolations, 16 readable bytes longer than a row.
    uint8_t *mixed;
    /// The two newest rows after the box, and which they are.
    uint8_t *kept[2];
    int kept_row[2];
    /// Rows of other layouts as bytes, one for each row of a box.
    uint8_t *unpacked[4];
};

static size_t aligned(size_t bytes) { return (bytes + 63) & ~(size_t)63; }

static size_t row_room(int width) { return aligned((size_t)width + 64); }

static int box_for(int width, int height, int target_width, int target_height) {
    // As large as both directions bear; what is left is at most a halving when the ratio is about even.
    for (int box = 4; box > 1; box /= 2) {
        if (width >= box * target_width && height >= box * target_height) return box;
    }
    return 1;
}

bool cscale_supports(int width, int height, int target_width, int target_height) {
    if (width < 1 || height < 1 || target_width < 1 || target_height < 1) return false;
    int box = box_for(width, height, target_width, target_height);
    return width <= 2 * box * target_width && height <= 2 * box * target_height;
}

ptrdiff_t cscale_row_size(int width) { return (ptrdiff_t)(width + 31) & ~(ptrdiff_t)31; }

size_t cscale_memory_size(int width, int target_width) {
    size_t groups = (size_t)cscale_row_size(target_width) / 8;
    return aligned(sizeof(cscale_scaler)) + aligned(groups * sizeof(cscale_group)) + 7 * row_room(width);
}

/// How places in the boxed plane, in 1/128 samples, follow from target samples along one direction.
typedef struct {
    double step;
    int last;
} cscale_axis;

static cscale_axis axis(int length, int target_length, int box, int boxed_length) {
    return (cscale_axis){128.0 * length / ((double)box * target_length), 128 * (boxed_length - 1)};
}

/// The place of the middle of target sample `i`.
static inline int place(const cscale_axis *axis, int i) {
    double at = (i + 0.5) * axis->step - 63.5;
    return at <= 0 ? 0 : at >= axis->last ? axis->last : (int)at;
}

static void plan_columns(cscale_scaler *scaler, bool mirrored) {
    const cscale_axis columns = axis(scaler->plane.width, scaler->width, scaler->box, scaler->boxed_width);
    for (int g = 0; g < scaler->group_count; g++) {
        cscale_group *group = &scaler->groups[g];
        int at[8];
        int base = 128 * scaler->boxed_width;
        for (int i = 0; i < 8; i++) {
            int x = 8 * g + i;
            if (x >= scaler->width) x = scaler->width - 1;
            if (mirrored) x = scaler->width - 1 - x;
            at[i] = place(&columns, x);
            if (at[i] < base) base = at[i];
        }
        group->base = base / 128;
        for (int i = 0; i < 8; i++) {
            int pick = at[i] / 128 - group->base;
            assert(pick <= 14);
            group->pick[2 * i] = (uint8_t)pick;
            group->pick[2 * i + 1] = (uint8_t)(pick + 1);
            group->weight[2 * i] = (uint8_t)(128 - at[i] % 128);
            group->weight[2 * i + 1] = (uint8_t)(at[i] % 128);
        }
    }
}

cscale_scaler *cscale_begin(
    void *memory, const cscale_plane *plane, int width, int height, bool mirrored, bool portable) {
    assert(cscale_supports(plane->width, plane->height, width, height));
    cscale_scaler *scaler = memory;
    scaler->plane = *plane;
    scaler->width = width;
    scaler->height = height;
    scaler->box = box_for(plane->width, plane->height, width, height);
    scaler->boxed_width = (plane->width + scaler->box - 1) / scaler->box;
    scaler->boxed_height = (plane->height + scaler->box - 1) / scaler->box;
    scaler->fast = !portable && cscale_is_accelerated();
    scaler->group_count = (int)cscale_row_size(width) / 8;
    uint8_t *next = (uint8_t *)memory + aligned(sizeof(cscale_scaler));
    scaler->groups = (cscale_group *)next;
    next += aligned((size_t)scaler->group_count * sizeof(cscale_group));
    size_t room = row_room(plane->width);
    scaler->mixed = next;
    // What lies behind the row is picked with weight 0 only; it has to be readable, and defined.
    memset(scaler->mixed, 0, room);
    next += room;
    for (int i = 0; i < 2; i++, next += room) {
        scaler->kept[i] = next;
        scaler->kept_row[i] = -1;
    }
    for (int i = 0; i < 4; i++, next += room) scaler->unpacked[i] = next;
    plan_columns(scaler, mirrored);
    return scaler;
}

static const uint8_t *source_row(const cscale_scaler *scaler, int row, uint8_t *unpacked) {
    const cscale_plane *plane = &scaler->plane;
    if (row >= plane->height) row = plane->height - 1;
    const uint8_t *bytes = plane->base + row * plane->stride;
    if (plane->layout == cscale_bytes) return bytes;
    cscale_unpack_row(unpacked, bytes, plane->width, plane->layout, scaler->fast);
    return unpacked;
}

/// Row `row` after the box. `other` is the row that must not be forgotten.
static const uint8_t *boxed_row(cscale_scaler *scaler, int row, int other) {
    if (scaler->box == 1 && scaler->plane.layout == cscale_bytes) return source_row(scaler, row, NULL);
    for (int i = 0; i < 2; i++) {
        if (scaler->kept_row[i] == row) return scaler->kept[i];
    }
    int slot = scaler->kept_row[0] == other ? 1 : 0;
    if (scaler->box == 1) {
        source_row(scaler, row, scaler->kept[slot]);
    } else {
        const uint8_t *rows[4] = {0};
        for (int i = 0; i < scaler->box; i++) {
            rows[i] = source_row(scaler, row * scaler->box + i, scaler->unpacked[i]);
        }
        cscale_box_rows(scaler->kept[slot], rows, scaler->box, scaler->plane.width, scaler->fast);
    }
    scaler->kept_row[slot] = row;
    return scaler->kept[slot];
}

void cscale_rows(cscale_scaler *scaler, int first, int count, uint8_t *target, ptrdiff_t target_stride) {
    assert(first >= 0 && first + count <= scaler->height);
    const cscale_axis lines = axis(scaler->plane.height, scaler->height, scaler->box, scaler->boxed_height);
    for (int row = first; row < first + count; row++, target += target_stride) {
        int at = place(&lines, row);
        int upper = at / 128, f = at % 128;
        const uint8_t *a = boxed_row(scaler, upper, upper + 1);
        const uint8_t *b = f == 0 ? a : boxed_row(scaler, upper + 1, upper);
        cscale_mix_rows(scaler->mixed, a, b, f, scaler->boxed_width, scaler->fast);
        cscale_mix_columns(target, scaler->mixed, scaler->groups, scaler->group_count, scaler->fast);
    }
}
