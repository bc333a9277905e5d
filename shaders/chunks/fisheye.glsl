// The fisheye's colour at a point of its circle; w: the share of it that circle and picture hold, the rest is black. SAMPLES 1, 4
// or 16 per pixel, and CATMULL_ROM for a magnified still. HATCH: a pattern in place of the black. INSIDE: circle and picture hold
// every point that is asked for, points are places in the picture, and no pixel pays for tests.
#include "./picture.glsl"
#if defined(HATCH)
#include "./hatch.glsl"
#endif
#if !defined(INSIDE)
uniform vec2 u_circleCentre;  // picture coordinates 0..1, v down
uniform vec2 u_circleRadius;
#endif

vec4 fisheyeTap(vec2 at) {
#if defined(INSIDE)
  return vec4(samplePicture(at), 1.0);
#else
  vec2 place = u_circleCentre + at * u_circleRadius;
  vec2 inside = step(vec2(0.0), place) * step(place, vec2(1.0));
  return vec4(samplePicture(place), 1.0) * (inside.x * inside.y * step(dot(at, at), 1.0));
#endif
}

vec4 fisheyeColour(vec2 at) {
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
  vec4 sum = vec4(0.0);
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

vec3 orHatch(vec4 colour, vec2 targetPx) {
#if defined(HATCH)
  return colour.rgb + (1.0 - colour.a) * hatch(targetPx);
#else
  return colour.rgb;
#endif
}
