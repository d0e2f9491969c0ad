#include <assert.h>
#include <string.h>

#include "rows.h"

/// Enough to make one sample of more than any plane has.
enum { most_levels = 16 };

/// A box over a few rows, of the plane or of the level below.
typedef struct {
    int box_x, box_y;
    /// The size of what it reads.
    int width, height;
    uint8_t *rows[4];
} cscale_level;

struct cscale_scaler {
    cscale_plane plane;
    int width, height;
    cscale_level levels[most_levels];
    int level_count;
    /// Samples that become one before interpolation: powers of 2.
    int box_x, box_y;
    /// The plane's size after that.
    int boxed_width, boxed_height;
    bool fast;
    /// Bytes a sample: 4 for pixels, else 1.
    int depth;
    /// Samples of a row of the target, rounded up to whole registers.
    int padded_width;
    /// For planes.
    cscale_group *groups;
    /// For pixels.
    cscale_pixel_place *places;
    /// One row between the two interpolations, 16 readable bytes longer than a row.
    uint8_t *mixed;
    /// The two newest rows after the boxes, and which they are.
    uint8_t *kept[2];
    int kept_row[2];
};

static size_t aligned(size_t bytes) { return (bytes + 63) & ~(size_t)63; }

static int depth_of(cscale_layout layout) { return layout == cscale_pixels ? 4 : 1; }

static int padded(int width) { return (width + 31) & ~31; }

static size_t row_room(int width, int depth) { return aligned((size_t)width * (size_t)depth + 64); }

static size_t table_size(int width, cscale_layout layout) {
    size_t samples = (size_t)padded(width);
    return aligned(
        layout == cscale_pixels ? samples * sizeof(cscale_pixel_place) : samples / 8 * sizeof(cscale_group));
}

/// The largest power of 2 by which `length` shrinks at least.
static int box_for(int length, int target_length) {
    int box = 1;
    while ((int64_t)length >= (int64_t)2 * box * target_length) box *= 2;
    return box;
}

/// Chooses the boxes. What is left for interpolation is at most a halving.
static void plan_levels(cscale_scaler *scaler) {
    int width = scaler->plane.width, height = scaler->plane.height;
    int x = box_for(width, scaler->width), y = box_for(height, scaler->height);
    // Square boxes have fast rows: a halving may as well be left over.
    int both = x < y ? x : y;
    if (width <= (int64_t)2 * both * scaler->width) x = both;
    if (height <= (int64_t)2 * both * scaler->height) y = both;
    scaler->box_x = x;
    scaler->box_y = y;
    scaler->level_count = 0;
    while (x > 1 || y > 1) {
        cscale_level *level = &scaler->levels[scaler->level_count++];
        assert(scaler->level_count <= most_levels);
        level->box_x = x > 4 ? 4 : x;
        level->box_y = y > 4 ? 4 : y;
        level->width = width;
        level->height = height;
        width = (width + level->box_x - 1) / level->box_x;
        height = (height + level->box_y - 1) / level->box_y;
        x /= level->box_x;
        y /= level->box_y;
    }
    scaler->boxed_width = width;
    scaler->boxed_height = height;
}

ptrdiff_t cscale_row_size(int width, cscale_layout layout) {
    return (ptrdiff_t)padded(width) * depth_of(layout);
}

size_t cscale_memory_size(const cscale_plane *plane, int width, int height) {
    cscale_scaler scaler = {.plane = *plane, .width = width, .height = height};
    plan_levels(&scaler);
    int depth = depth_of(plane->layout);
    size_t size = aligned(sizeof(cscale_scaler)) + table_size(width, plane->layout);
    size += 3 * row_room(scaler.boxed_width, depth);
    for (int i = 0; i < scaler.level_count; i++) size += 4 * row_room(scaler.levels[i].width, depth);
    return size;
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

static inline int column(const cscale_scaler *scaler, const cscale_axis *columns, int x, bool mirrored) {
    if (x >= scaler->width) x = scaler->width - 1;
    return place(columns, mirrored ? scaler->width - 1 - x : x);
}

static void plan_groups(cscale_scaler *scaler, const cscale_axis *columns, bool mirrored) {
    for (int g = 0; g < scaler->padded_width / 8; g++) {
        cscale_group *group = &scaler->groups[g];
        int at[8];
        int base = 128 * scaler->boxed_width;
        for (int i = 0; i < 8; i++) {
            at[i] = column(scaler, columns, 8 * g + i, mirrored);
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

static void plan_places(cscale_scaler *scaler, const cscale_axis *columns, bool mirrored) {
    for (int x = 0; x < scaler->padded_width; x++) {
        int at = column(scaler, columns, x, mirrored);
        scaler->places[x] =
            (cscale_pixel_place){4 * (at / 128), {(uint8_t)(128 - at % 128), (uint8_t)(at % 128), 0, 0}};
    }
}

cscale_scaler *cscale_begin(
    void *memory, const cscale_plane *plane, int width, int height, bool mirrored, bool portable) {
    assert(plane->width > 0 && plane->height > 0 && width > 0 && height > 0);
    cscale_scaler *scaler = memory;
    scaler->plane = *plane;
    scaler->width = width;
    scaler->height = height;
    plan_levels(scaler);
    scaler->fast = !portable && cscale_is_accelerated();
    scaler->depth = depth_of(plane->layout);
    scaler->padded_width = padded(width);
    uint8_t *next = (uint8_t *)memory + aligned(sizeof(cscale_scaler));
    scaler->groups = (cscale_group *)next;
    scaler->places = (cscale_pixel_place *)next;
    next += table_size(width, plane->layout);
    size_t room = row_room(scaler->boxed_width, scaler->depth);
    scaler->mixed = next;
    // What lies behind the row is picked with weight 0 only; it has to be readable, and defined.
    memset(scaler->mixed, 0, room);
    next += room;
    for (int i = 0; i < 2; i++, next += room) {
        scaler->kept[i] = next;
        scaler->kept_row[i] = -1;
    }
    for (int l = 0; l < scaler->level_count; l++) {
        for (int i = 0; i < 4; i++, next += row_room(scaler->levels[l].width, scaler->depth)) {
            scaler->levels[l].rows[i] = next;
        }
    }
    const cscale_axis columns = axis(plane->width, width, scaler->box_x, scaler->boxed_width);
    if (plane->layout == cscale_pixels) {
        plan_places(scaler, &columns, mirrored);
    } else {
        plan_groups(scaler, &columns, mirrored);
    }
    return scaler;
}

static bool is_readable(const cscale_scaler *scaler) {
    return scaler->plane.layout == cscale_bytes || scaler->plane.layout == cscale_pixels;
}

/// Row `row` of the plane after `count` boxes: in `room`, or where it is already.
static const uint8_t *row_after(const cscale_scaler *scaler, int count, int row, uint8_t *room) {
    if (count == 0) {
        const cscale_plane *plane = &scaler->plane;
        const uint8_t *bytes = plane->base + row * plane->stride;
        if (is_readable(scaler)) return bytes;
        cscale_unpack_row(room, bytes, plane->width, plane->layout, scaler->fast);
        return room;
    }
    const cscale_level *level = &scaler->levels[count - 1];
    const uint8_t *rows[4] = {0};
    for (int i = 0; i < level->box_y; i++) {
        int from = row * level->box_y + i;
        if (from >= level->height) from = level->height - 1;
        rows[i] = row_after(scaler, count - 1, from, level->rows[i]);
    }
    if (scaler->depth == 4) {
        cscale_box_pixel_rows(room, rows, level->box_x, level->box_y, level->width, scaler->fast);
    } else {
        cscale_box_rows(room, rows, level->box_x, level->box_y, level->width, scaler->fast);
    }
    return room;
}

/// Row `row` after all boxes. `other` is the row that must not be forgotten.
static const uint8_t *boxed_row(cscale_scaler *scaler, int row, int other) {
    if (scaler->level_count == 0 && is_readable(scaler)) return row_after(scaler, 0, row, NULL);
    for (int i = 0; i < 2; i++) {
        if (scaler->kept_row[i] == row) return scaler->kept[i];
    }
    int slot = scaler->kept_row[0] == other ? 1 : 0;
    row_after(scaler, scaler->level_count, row, scaler->kept[slot]);
    scaler->kept_row[slot] = row;
    return scaler->kept[slot];
}

void cscale_rows(cscale_scaler *scaler, int first, int count, uint8_t *target, ptrdiff_t target_stride) {
    assert(first >= 0 && first + count <= scaler->height);
    const cscale_axis lines = axis(scaler->plane.height, scaler->height, scaler->box_y, scaler->boxed_height);
    for (int row = first; row < first + count; row++, target += target_stride) {
        int at = place(&lines, row);
        int upper = at / 128, f = at % 128;
        const uint8_t *a = boxed_row(scaler, upper, upper + 1);
        const uint8_t *b = f == 0 ? a : boxed_row(scaler, upper + 1, upper);
        cscale_mix_rows(scaler->mixed, a, b, f, scaler->boxed_width * scaler->depth, scaler->fast);
        if (scaler->plane.layout == cscale_pixels) {
            cscale_mix_pixel_columns(target, scaler->mixed, scaler->places, scaler->padded_width, scaler->fast);
        } else {
            cscale_mix_columns(target, scaler->mixed, scaler->groups, scaler->padded_width / 8, scaler->fast);
        }
    }
}
