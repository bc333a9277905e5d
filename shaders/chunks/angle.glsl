// Trigonometry by polynomials: accuracy does not depend on the driver (built-ins may be as coarse as 2^-11).
const float PI = 3.14159265358979;

// atan2 for y >= 0, radians; error below 4.3e-7. Seven odd terms fitted at Chebyshev nodes of [0, 1].
float angleFrom(float y, float x) {
  float ax = abs(x);
  float ratio = min(ax, y) / max(max(ax, y), 1e-30);
  float square = ratio * ratio;
  float sum = ratio * (0.9999992256 + square * (-0.3332567804 + square * (0.1987204027 + square * (-0.1344786406
    + square * (0.0831264530 + square * (-0.0363604309 + square * 0.0076483539))))));
  sum = y > ax ? PI * 0.5 - sum : sum;
  return x < 0.0 ? PI - sum : sum;
}

// Sine of any angle in radians that is not far from zero (some turns); error below 1e-7 in exact arithmetic.
float sineOf(float angle) {
  float turns = angle / (2.0 * PI);
  float x = (turns - floor(turns + 0.5)) * 2.0 * PI;
  x = abs(x) > PI * 0.5 ? sign(x) * PI - x : x;
  float square = x * x;
  return x * (0.999999995699 + square * (-0.166666579478 + square * (0.008333050171 + square * (-0.000198090174
    + square * 0.000002605108))));
}

float cosineOf(float angle) {
  return sineOf(angle + PI * 0.5);
}
