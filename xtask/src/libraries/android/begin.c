/*
 * What the NDK's crtbegin_so.o has of use for a library without C++: the handle by which a library names itself, and
 * the note that says for which level of Android's API it was linked.
 */
__attribute__((visibility("hidden"))) void *__dso_handle = &__dso_handle;

struct note {
    int name_size, level_size, type;
    char name[8];
    int level;
};

__attribute__((section(".note.android.ident"), used, aligned(4))) static const struct note note = {
    sizeof note.name, sizeof note.level, 1, "Android", ANDROID_API
};
