#version 300 es
precision highp float;
in vec2 v_targetPx;
in vec2 v_cell;
flat in vec4 v_curve0;
flat in vec4 v_curve1;
flat in vec4 v_curve2;
flat in vec4 v_curve3;
flat in vec2 v_curve4;
uniform float u_opacity;  // 0..1
#include "../chunks/fisheye.glsl"
#include "../chunks/overlay.glsl"
out vec4 o_colour;

void main() {
  float s = v_cell.x;
  float t = v_cell.y;
  vec2 first = v_curve0.xy + s * (v_curve0.zw + s * v_curve1.xy);
  vec2 second = v_curve1.zw + s * (v_curve2.xy + s * v_curve2.zw);
  vec2 third = v_curve3.xy + s * (v_curve3.zw + s * v_curve4);
  vec4 colour = fisheyeColour(first + t * (second + t * third));
  o_colour = vec4(underOverlay(orHatch(colour, v_targetPx), v_targetPx), u_opacity);
}
