#pragma once

#include <stddef.h>
#include <stdint.h>

/// Compresses whole blocks of 64 bytes into the state of a SHA-256 (FIPS 180-4, section 6.2.2), with
/// the processor's own instructions where it has them.
void platform_sha256_blocks(uint32_t state[8], const uint8_t *blocks, size_t count);

/// The same in plain C, on every processor.
void platform_sha256_blocks_portable(uint32_t state[8], const uint8_t *blocks, size_t count);
