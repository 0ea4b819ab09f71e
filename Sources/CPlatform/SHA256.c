#include "SHA256.h"

static const uint32_t constants[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

#define ROTATED(word, count) ((word) >> (count) | (word) << (32 - (count)))

void platform_sha256_blocks_portable(uint32_t state[8], const uint8_t *blocks, size_t count) {
  for (; count > 0; count--, blocks += 64) {
    uint32_t words[64];
    for (int i = 0; i < 16; i++) {
      words[i] = (uint32_t)blocks[4 * i] << 24 | (uint32_t)blocks[4 * i + 1] << 16
        | (uint32_t)blocks[4 * i + 2] << 8 | (uint32_t)blocks[4 * i + 3];
    }
    for (int i = 16; i < 64; i++) {
      uint32_t first = words[i - 15], second = words[i - 2];
      words[i] = words[i - 16] + (ROTATED(first, 7) ^ ROTATED(first, 18) ^ first >> 3)
        + words[i - 7] + (ROTATED(second, 17) ^ ROTATED(second, 19) ^ second >> 10);
    }
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i < 64; i++) {
      uint32_t first = h + (ROTATED(e, 6) ^ ROTATED(e, 11) ^ ROTATED(e, 25)) + ((e & f) ^ (~e & g))
        + constants[i] + words[i];
      uint32_t second = (ROTATED(a, 2) ^ ROTATED(a, 13) ^ ROTATED(a, 22))
        + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + first;
      d = c;
      c = b;
      b = a;
      a = first + second;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
  }
}

#if defined(__x86_64__)

#include <immintrin.h>

// The state travels as two vectors, ABEF and CDGH, and a round instruction does two rounds; see
// "Intel SHA Extensions" (2013), section "SHA-256".
__attribute__((target("sha,sse4.1,ssse3")))
static void blocks_with_instructions(uint32_t state[8], const uint8_t *blocks, size_t count) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  __m128i dcba = _mm_loadu_si128((const __m128i *)&state[0]);
  __m128i hgfe = _mm_loadu_si128((const __m128i *)&state[4]);
  __m128i cdab = _mm_shuffle_epi32(dcba, 0xB1);
  __m128i efgh = _mm_shuffle_epi32(hgfe, 0x1B);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
  for (; count > 0; count--, blocks += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i words[4];
    for (int i = 0; i < 16; i++) {
      __m128i current;
      if (i < 4) {
        current = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(blocks + 16 * i)), big_endian);
      } else {
        // words[i - 4 .. i - 1] are in the order of i modulo 4.
        const __m128i *w0 = &words[i & 3], *w1 = &words[(i + 1) & 3];
        const __m128i *w2 = &words[(i + 2) & 3], *w3 = &words[(i + 3) & 3];
        current = _mm_sha256msg1_epu32(*w0, *w1);
        current = _mm_add_epi32(current, _mm_alignr_epi8(*w3, *w2, 4));
        current = _mm_sha256msg2_epu32(current, *w3);
      }
      words[i & 3] = current;
      __m128i sum = _mm_add_epi32(current, _mm_loadu_si128((const __m128i *)&constants[4 * i]));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
  __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)&state[0], _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128((__m128i *)&state[4], _mm_alignr_epi8(dchg, feba, 8));
}

#include <cpuid.h>

static int has_instructions(void) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  // SSSE3 and SSE4.1.
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & 1U << 9) || !(c & 1U << 19)) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & 1U << 29);
}

void platform_sha256_blocks(uint32_t state[8], const uint8_t *blocks, size_t count) {
  // CPUID takes its time in a virtual machine: asked once. Threads that race here find the same.
  static _Atomic int known;
  int answer = known;
  if (answer == 0) known = answer = has_instructions() ? 1 : 2;
  if (answer == 1) {
    blocks_with_instructions(state, blocks, count);
  } else {
    platform_sha256_blocks_portable(state, blocks, count);
  }
}

#else

void platform_sha256_blocks(uint32_t state[8], const uint8_t *blocks, size_t count) {
  platform_sha256_blocks_portable(state, blocks, count);
}

#endif
