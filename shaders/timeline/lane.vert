#version 300 es
precision highp float;
in vec2 a_place;         // px of the target, y down
in vec2 a_column;        // px from the lane's left edge; its row among the columns
uniform vec2 u_targetSize;
out float v_px;
flat out int v_row;

void main() {
  v_px = a_column.x;
  v_row = int(a_column.y);
  vec2 unit = a_place / u_targetSize;
  gl_Position = vec4(unit * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
