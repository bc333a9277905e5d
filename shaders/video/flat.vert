#version 300 es
precision highp float;
#include "../chunks/stage-quad.glsl"

void main() {
  placeQuad();
}
