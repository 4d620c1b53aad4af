// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/labs/lab_page.h"

namespace gf {

// The pages of the labs, in the order of the table in labs.cpp. Each has a file of its own, and all
// of it is in a namespace of the file's name.
namespace variance_lab {
LabPage page();
}
namespace shuffle_lab {
LabPage page();
}
namespace dictionary_lab {
LabPage page();
}
namespace linear_lab {
LabPage page();
}
namespace length_lab {
LabPage page();
}
namespace sweep_lab {
LabPage page();
}
namespace rotation_lab {
LabPage page();
}
namespace padding_lab {
LabPage page();
}
namespace cost_lab {
LabPage page();
}
namespace rollout_lab {
LabPage page();
}
namespace heads_lab {
LabPage page();
}
namespace ablation_lab {
LabPage page();
}
namespace writing_lab {
LabPage page();
}
namespace code_lab {
LabPage page();
}
namespace tour_lab {
LabPage page();
}
namespace series_lab {
LabPage page();
}
namespace lens_lab {
LabPage page();
}
namespace patch_lab {
LabPage page();
}
namespace score_lab {
LabPage page();
}
namespace attribution_lab {
LabPage page();
}
namespace saliency_lab {
LabPage page();
}
namespace projection_lab {
LabPage page();
}
namespace unit_lab {
LabPage page();
}
namespace fourier_lab {
LabPage page();
}

} // namespace gf
