#version 300 es
precision highp float;
in vec2 v_targetPx;
in vec2 v_picture;       // outside 0..1: the bars beside the picture
uniform float u_opacity; // 0..1
#include "../chunks/picture.glsl"
#include "../chunks/overlay.glsl"
#if defined(MINIFIED)
uniform vec2 u_footprint; // picture coordinates (0..1) that one pixel of the target covers
#endif
out vec4 o_colour;

void main() {
  vec2 inside = step(vec2(0.0), v_picture) * step(v_picture, vec2(1.0));
#if defined(MINIFIED)
  vec2 quarter = u_footprint * 0.25;
  vec2 across = vec2(quarter.x, -quarter.y);
  vec3 colour = 0.25 * (samplePicture(v_picture + quarter) + samplePicture(v_picture - quarter)
    + samplePicture(v_picture + across) + samplePicture(v_picture - across));
#else
  vec3 colour = samplePicture(v_picture);
#endif
  colour *= inside.x * inside.y;
  o_colour = vec4(underOverlay(colour, v_targetPx), u_opacity);
}
