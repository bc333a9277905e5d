#version 300 es
precision highp float;
in vec2 v_targetPx;
uniform vec3 u_colour;   // 0..1
uniform float u_opacity; // 0..1
#include "../chunks/overlay.glsl"
out vec4 o_colour;

void main() {
  o_colour = vec4(underOverlay(u_colour, v_targetPx), u_opacity);
}
