#version 300 es
precision highp float;
in float v_x;
flat in vec2 v_edges;
flat in vec4 v_colour;
out vec4 o_colour;

// The share of this pixel's time that the span covers: edges between pixels are shaded, gaps below a pixel dim it.
void main() {
  float left = floor(v_x);
  float share = clamp(min(v_edges.y, left + 1.0) - max(v_edges.x, left), 0.0, 1.0);
  o_colour = vec4(v_colour.rgb, v_colour.a * share);
}
