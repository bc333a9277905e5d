// The fisheye's colour at a point of its circle, black outside circle and picture. SAMPLES 1, 4 or 16 per pixel, and CATMULL_ROM
// for a magnified still.
#include "./picture.glsl"
uniform vec2 u_circleCentre;  // picture coordinates 0..1, v down
uniform vec2 u_circleRadius;

vec3 fisheyeTap(vec2 at) {
  vec2 place = u_circleCentre + at * u_circleRadius;
  vec2 inside = step(vec2(0.0), place) * step(place, vec2(1.0));
  return samplePicture(place) * (inside.x * inside.y * step(dot(at, at), 1.0));
}

vec3 fisheyeColour(vec2 at) {
#if SAMPLES == 1
  return fisheyeTap(at);
#else
  vec2 dx = dFdx(at);
  vec2 dy = dFdy(at);
#if SAMPLES == 4
  // rotated grid
  return 0.25 * (fisheyeTap(at + dx * 0.125 + dy * 0.375) + fisheyeTap(at - dx * 0.125 - dy * 0.375)
    + fisheyeTap(at + dx * 0.375 - dy * 0.125) + fisheyeTap(at - dx * 0.375 + dy * 0.125));
#else
  vec3 sum = vec3(0.0);
  for (int row = 0; row < 4; row++) {
    for (int column = 0; column < 4; column++) {
      vec2 offset = (vec2(float(column), float(row)) - 1.5) * 0.25;
      sum += fisheyeTap(at + dx * offset.x + dy * offset.y);
    }
  }
  return sum / 16.0;
#endif
#endif
}
