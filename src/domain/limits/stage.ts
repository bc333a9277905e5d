/** The stage, its panel and its windows. */

/** 1.9: choices of the stage cycle, 0 = disabled */
export const STAGE_CYCLE_CHOICES_S = [0, 5, 10, 15, 20, 25, 30, 45, 60, 90, 120] as const;
/** 1.9 */
export const GRID_PADDING_PX = 20;
/** 1.9 */
export const GRID_GAP_PX = 3;
/** 1.9: width over height of a cell */
export const CELL_ASPECT = 16 / 9;
/** 1.9 */
export const GRID_ANIMATION_MS = 200;
/** 1.9 */
export const STAGE_SAVE_DEBOUNCE_MS = 1_000;
/** [ours] one press goes back or forward by this (issue 25) */
export const JUMP_MS = 10_000;
/** [ours] "Show all" stops at this many tiles where no server gives a limit: smaller ones show nothing */
export const SHOW_ALL_MAX = 64;
/** [ours] how long the message about a change of the stage offers to undo it (issue 25) */
export const UNDO_TOAST_MS = 10_000;
/** [ours] how long the wall goes on while another screen is visited, and the memory that a device needs for it */
export const WALL_KEPT_MS = 60_000;
export const WALL_KEPT_MEMORY_GIB = 4;
/** 1.9: drag threshold from the panel */
export const PANEL_DRAG_THRESHOLD_PX = 30;
/** 1.9: drag threshold in the stage list */
export const STAGE_LIST_DRAG_THRESHOLD_PX = 60;
/** 1.9 */
export const RESIZE_HANDLE_ZONE_PX = 21;
/** [ours] the same for a finger */
export const TOUCH_HANDLE_ZONE_PX = 44;
/** 1.9 */
export const DOUBLE_CLICK_WINDOW_MS = 300;
/** 1.9 */
export const RESIZE_DEBOUNCE_MS = 150;
/** 1.9 */
export const RESIZE_DEBOUNCE_AFTER_ORIENTATION_MS = 500;
/** 1.9: selection mode is off at this window width or less */
export const NARROW_LAYOUT_PX = 425;
/** [ours] narrower windows show the stage as one column that scrolls */
export const COLUMN_BELOW_PX = 600;
/** [ours] windows for fingers that lie on their side and are lower than this show one camera at a time */
export const ONE_CAMERA_BELOW_PX = 500;
/** 1.2, 1.9: the big panel layout is forced at this window width or less */
export const BIG_FORCED_PX = 415;
/** [ours] the side panel (issue 25): its width, and the number of cameras above which it begins with the mosaic */
export const PANEL_WIDTH_PX = 320;
export const PANEL_WIDTH_MIN_PX = 200;
export const PANEL_WIDTH_MAX_PX = 480;
export const BIG_CAMERAS_MAX = 12;
/** 1.2: mosaic previews per row: 3; 2 if depth above 4; 1 if depth above 6 */
export const MOSAIC_PER_ROW = 3;
export const MOSAIC_TWO_ABOVE_DEPTH = 4;
export const MOSAIC_ONE_ABOVE_DEPTH = 6;
/** 1.9, 2.9 */
export const TOOLTIP_DELAY_MS = 1_000;
/** 2.9 */
export const CAMERA_COLOUR_CLASSES = 36;
