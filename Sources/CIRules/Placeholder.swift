import CIModel
