// The pattern where a view shows nothing. The twin of `hatchAt` of src/domain/dewarp/pixels/hatch.ts.
vec3 hatch(vec2 targetPx) {
  const float periodPx = 10.0;
  float turns = (targetPx.x + targetPx.y) / (periodPx * 1.41421356);
  float fromMiddlePx = abs(fract(turns) - 0.5) * periodPx;
  float bright = clamp(periodPx * 0.25 - fromMiddlePx + 0.5, 0.0, 1.0);
  return mix(vec3(35.0, 38.0, 46.0), vec3(52.0, 57.0, 68.0), bright) / 255.0;
}
