#version 300 es
precision highp float;
in vec2 a_corner;        // unit square, (0,0) top left
in vec2 a_span;          // start and stop, s from the buffer's base
in vec2 a_rows;          // top and bottom, px of the target, y down
in vec4 a_colour;        // 0..1
in float a_leastPx;      // a shorter span is drawn this wide
uniform float u_pxPerS;
uniform float u_shiftPx; // x of the buffer's base: panning changes nothing else
uniform vec4 u_clip;     // px of the target: left, top, right, bottom
uniform vec2 u_targetSize;
out float v_x;
flat out vec2 v_edges;   // px
flat out vec4 v_colour;

void main() {
  vec2 edges = a_span * u_pxPerS + u_shiftPx;
  float missing = max(0.0, a_leastPx - (edges.y - edges.x)) * 0.5;
  edges += vec2(-missing, missing);
  // Narrow marks stand on whole pixels: a mark of one pixel is one bright pixel, not two dim ones.
  if (missing > 0.0) {
    edges.x = floor(edges.x + 0.5);
    edges.y = edges.x + a_leastPx;
  }
  float x = clamp(a_corner.x < 0.5 ? floor(edges.x) : ceil(edges.y), u_clip.x, u_clip.z);
  float y = clamp(a_corner.y < 0.5 ? a_rows.x : a_rows.y, u_clip.y, u_clip.w);
  vec2 unit = vec2(x, y) / u_targetSize;
  v_x = x;
  v_edges = edges;
  v_colour = a_colour;
  gl_Position = vec4(unit * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
