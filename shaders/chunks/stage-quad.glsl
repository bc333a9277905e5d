// A rectangle of the stage. Include in vertex shaders.
in vec2 a_corner;           // unit square, (0,0) top left
uniform vec4 u_rect;        // px of the target, y down: x, y, width, height
uniform vec2 u_targetSize;  // px
out vec2 v_targetPx;        // px of the target, y down; fragment centres end in .5

vec2 placeQuad() {
  v_targetPx = u_rect.xy + a_corner * u_rect.zw;
  vec2 unit = v_targetPx / u_targetSize;
  gl_Position = vec4(unit * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
  return a_corner;
}
