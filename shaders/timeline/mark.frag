#version 300 es
precision highp float;
in vec2 v_label;
in vec4 v_colour;
uniform sampler2D u_labels; // coverage of text
out vec4 o_colour;

void main() {
  float cover = v_label.x < 0.0 ? 1.0 : texelFetch(u_labels, ivec2(v_label), 0).r;
  o_colour = vec4(v_colour.rgb, v_colour.a * cover);
}
