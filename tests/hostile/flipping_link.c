// SPDX-License-Identifier: GPL-3.0-or-later
// Started by ends.py: makes a symbolic link and takes it away again, as fast as it can, until it is
// killed. flipping_link TARGET LINK
#include <unistd.h>

int main(int count, char** arguments) {
    char buffer[1];
    while (count == 3) {
        symlink(arguments[1], arguments[2]); // fails where a file is
        usleep(50);
        if (readlink(arguments[2], buffer, sizeof buffer) >= 0)
            unlink(arguments[2]);
        usleep(50); // as long not there as there
    }
    return 1;
}
