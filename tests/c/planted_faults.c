/* Faults on purpose, as a program and as a library. `cargo xtask sanitize` runs each under the checker that has to
 * report it, before it trusts the checker's silence. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads memory after it was freed. */
int32_t planted_read(void) {
    volatile int32_t *number = malloc(8 * sizeof(int32_t));
    if (number == NULL) {
        return 0;
    }
    number[3] = 7;
    free((void *)number);
    return number[3];
}

/* Loses memory. */
int32_t planted_leak(void) {
    volatile char *lost = malloc(8000);
    if (lost != NULL) {
        lost[0] = 1;
    }
    lost = NULL;
    return lost == NULL;
}

int main(int count, char **words) {
    if (count == 2 && strcmp(words[1], "read") == 0) {
        printf("%d\n", (int)planted_read());
    } else {
        printf("%d\n", (int)planted_leak());
    }
    return 0;
}
