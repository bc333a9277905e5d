#version 300 es
precision highp float;
in vec2 v_targetPx;
in vec3 v_ray;
uniform float u_opacity;  // 0..1
#include "../chunks/lens.glsl"
#include "../chunks/fisheye.glsl"
#include "../chunks/overlay.glsl"
out vec4 o_colour;

void main() {
  o_colour = vec4(underOverlay(orHatch(fisheyeColour(lensPoint(v_ray)), v_targetPx), v_targetPx), u_opacity);
}
