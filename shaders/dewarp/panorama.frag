#version 300 es
precision highp float;
in vec2 v_targetPx;
in vec2 v_strip;
uniform float u_opacity;    // 0..1
uniform vec4 u_angles;      // rad: heading at x = 0, its span, depression at y = 0, its span
uniform mat3 u_worldToLens;
#include "../chunks/lens.glsl"
#include "../chunks/fisheye.glsl"
#include "../chunks/overlay.glsl"
out vec4 o_colour;

void main() {
  float heading = u_angles.x + u_angles.y * v_strip.x;
  float depression = u_angles.z + u_angles.w * v_strip.y;
  float level = cosineOf(depression);
  vec3 world = vec3(level * sineOf(heading), sineOf(depression), level * cosineOf(heading));
  vec2 inside = step(vec2(0.0), v_strip) * step(v_strip, vec2(1.0));
  vec3 colour = orHatch(fisheyeColour(lensPoint(u_worldToLens * world)), v_targetPx) * (inside.x * inside.y);
  o_colour = vec4(underOverlay(colour, v_targetPx), u_opacity);
}
