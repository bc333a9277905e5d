#version 300 es
precision highp float;
in vec2 a_place;            // 0..1 of the view, y down
in vec2 a_cell;             // 0..1 of its cell
in vec4 a_curve0;           // the cell's curve, computed on the CPU (src/domain/dewarp/mesh/patches.ts): 1, s
in vec4 a_curve1;           // s*s, t
in vec4 a_curve2;           // t*s, t*s*s
in vec4 a_curve3;           // t*t, t*t*s
in vec2 a_curve4;           // t*t*s*s
uniform vec4 u_rect;        // px of the target: x, y, width, height of the area that the patches cover
uniform vec2 u_targetSize;  // px
#if defined(INSIDE)
uniform vec2 u_circleCentre;  // picture coordinates 0..1, v down
uniform vec2 u_circleRadius;
#endif
out vec2 v_targetPx;
out vec2 v_cell;
flat out vec4 v_curve0;
flat out vec4 v_curve1;
flat out vec4 v_curve2;
flat out vec4 v_curve3;
flat out vec2 v_curve4;

void main() {
  v_targetPx = u_rect.xy + a_place * u_rect.zw;
  v_cell = a_cell;
#if defined(INSIDE)
  // No pixel computes its place in the picture from its place in the circle.
  vec4 radius = u_circleRadius.xyxy;
  v_curve0 = a_curve0 * radius + vec4(u_circleCentre, 0.0, 0.0);
  v_curve1 = a_curve1 * radius;
  v_curve2 = a_curve2 * radius;
  v_curve3 = a_curve3 * radius;
  v_curve4 = a_curve4 * u_circleRadius;
#else
  v_curve0 = a_curve0;
  v_curve1 = a_curve1;
  v_curve2 = a_curve2;
  v_curve3 = a_curve3;
  v_curve4 = a_curve4;
#endif
  vec2 unit = v_targetPx / u_targetSize;
  gl_Position = vec4(unit * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
