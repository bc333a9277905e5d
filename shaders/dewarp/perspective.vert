#version 300 es
precision highp float;
#include "../chunks/stage-quad.glsl"
uniform vec2 u_tileOrigin;  // px of the target: the view's top left corner
uniform mat3 u_screenToLens;
out vec3 v_ray;             // direction in the lens frame, linear over the tile

void main() {
  placeQuad();
  v_ray = u_screenToLens * vec3(v_targetPx - u_tileOrigin, 1.0);
}
