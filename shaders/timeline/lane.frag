#version 300 es
precision highp float;
in float v_px;
uniform sampler2D u_bins;     // one bin per texel, rows of u_rowBins, levels one after the other
uniform float u_rowBins;
uniform float u_firstRow;     // of the level
uniform float u_binCount;     // of the level
uniform float u_binLeft;      // bin (with fraction) at the quad's left edge: all that panning changes
uniform float u_binsPerPx;    // at most 2
uniform float u_keepsMost;    // 1: the most of what a pixel covers (events survive); 0: its mean
uniform vec3 u_colour;        // 0..1
uniform float u_opacity;      // of a full bin
out vec4 o_colour;

float binAt(float index) {
  if (index < 0.0 || index >= u_binCount) return 0.0;
  float row = floor(index / u_rowBins);
  ivec2 texel = ivec2(int(index - row * u_rowBins), int(u_firstRow + row));
  return texelFetch(u_bins, texel, 0).r;
}

void main() {
  float from = u_binLeft + floor(v_px) * u_binsPerPx;
  float to = from + u_binsPerPx;
  float first = floor(from);
  float sum = 0.0;
  float most = 0.0;
  // At most two bins a pixel: three can be touched, four with rounding.
  for (int step = 0; step < 4; step++) {
    float index = first + float(step);
    float share = min(to, index + 1.0) - max(from, index);
    if (share <= 0.0) continue;
    float value = binAt(index);
    sum += value * share;
    most = max(most, value);
  }
  float mean = sum / u_binsPerPx;
  float shown = u_keepsMost > 0.5 ? (most > 0.0 ? 0.45 + 0.55 * most : 0.0) : mean;
  if (shown <= 0.0) discard;
  o_colour = vec4(u_colour, shown * u_opacity);
}
