#version 300 es
precision highp float;
in vec2 v_targetPx;
in vec2 v_lens;
uniform float u_opacity;  // 0..1
#include "../chunks/fisheye.glsl"
#include "../chunks/overlay.glsl"
out vec4 o_colour;

void main() {
  o_colour = vec4(underOverlay(fisheyeColour(v_lens), v_targetPx), u_opacity);
}
