#version 300 es
precision highp float;
in vec2 v_targetPx;
in vec2 v_picture;       // outside 0..1: the bars beside the picture
uniform float u_opacity; // 0..1
#include "../chunks/picture.glsl"
#include "../chunks/overlay.glsl"
out vec4 o_colour;

void main() {
  vec2 inside = step(vec2(0.0), v_picture) * step(v_picture, vec2(1.0));
  vec3 colour = samplePicture(v_picture) * (inside.x * inside.y);
  o_colour = vec4(underOverlay(colour, v_targetPx), u_opacity);
}
