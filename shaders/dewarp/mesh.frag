#version 300 es
precision highp float;
in vec2 v_targetPx;
in vec3 v_lens;
uniform float u_opacity;  // 0..1
#include "../chunks/fisheye.glsl"
#include "../chunks/overlay.glsl"
out vec4 o_colour;

void main() {
  // Straight behind the lens, points jump from side to side: a point interpolated between two of them may lie in
  // the middle, but its distance (z) never does.
  vec4 colour = fisheyeColour(v_lens.xy) * step(v_lens.z, 1.02);
  o_colour = vec4(underOverlay(orHatch(colour, v_targetPx), v_targetPx), u_opacity);
}
