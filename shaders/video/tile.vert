#version 300 es
precision highp float;
#include "../chunks/stage-quad.glsl"
uniform vec4 u_window;  // picture coordinates (0..1) of the quad's top left corner, and its span
out vec2 v_picture;

void main() {
  vec2 corner = placeQuad();
  v_picture = u_window.xy + corner * u_window.zw;
}
