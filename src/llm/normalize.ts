/** Scales a vector to length 1 in place, so that a product of two is their cosine; zeros stay. */
export function normalize(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  if (length > 0) {
    for (let place = 0; place < vector.length; place += 1) {
      vector[place] = (vector[place] ?? 0) / length;
    }
  }
  return vector;
}
