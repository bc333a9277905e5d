// Catmull-Rom interpolation of a texture by nine bilinear taps instead of sixteen texels; sharper than bilinear where a
// frame is magnified. The texture must filter linearly.

// Along one direction, for a place at `f` (0..1) between the second and third of four texels: the weights of the first
// texel, of both middle texels and of the last, and how far the middle tap lies from the second texel towards the
// third.
vec4 catmullRomTaps(float f) {
  float first = f * (-0.5 + f * (1.0 - 0.5 * f));
  float second = 1.0 + f * f * (1.5 * f - 2.5);
  float third = f * (0.5 + f * (2.0 - 1.5 * f));
  float last = f * f * (0.5 * f - 0.5);
  return vec4(first, second + third, last, third / (second + third));
}

vec4 catmullRom(sampler2D plane, vec2 at) {
  vec2 size = vec2(textureSize(plane, 0));
  vec2 texel = floor(at * size - 0.5) + 0.5;
  vec4 x = catmullRomTaps(at.x * size.x - texel.x);
  vec4 y = catmullRomTaps(at.y * size.y - texel.y);
  vec3 u = vec3(texel.x - 1.0, texel.x + x.w, texel.x + 2.0) / size.x;
  vec3 v = vec3(texel.y - 1.0, texel.y + y.w, texel.y + 2.0) / size.y;
  vec4 sum = vec4(0.0);
  for (int row = 0; row < 3; row++) {
    for (int column = 0; column < 3; column++) sum += x[column] * y[row] * texture(plane, vec2(u[column], v[row]));
  }
  return clamp(sum, 0.0, 1.0);
}
