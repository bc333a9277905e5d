#version 300 es
precision highp float;
in float v_px;
flat in int v_row;
uniform sampler2D u_columns;  // one texel per pixel column, one row per lane and kind: covered share of the column, 0..1
uniform float u_least;        // the least opacity where there is anything: single events stay visible; 0: the plain share
uniform vec3 u_colour;        // 0..1
uniform float u_opacity;      // of a full column
out vec4 o_colour;

void main() {
  float share = texelFetch(u_columns, ivec2(int(v_px), v_row), 0).r;
  if (share <= 0.0) discard;
  o_colour = vec4(u_colour, (u_least + (1.0 - u_least) * share) * u_opacity);
}
