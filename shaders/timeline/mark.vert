#version 300 es
precision highp float;
in vec2 a_place;         // px of the target, y down
in vec2 a_label;         // texel of the label sheet; x below 0: a plain rectangle
in vec4 a_colour;        // 0..1
uniform vec2 u_targetSize;
out vec2 v_label;
out vec4 v_colour;

void main() {
  vec2 unit = a_place / u_targetSize;
  v_label = a_label;
  v_colour = a_colour;
  gl_Position = vec4(unit * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
